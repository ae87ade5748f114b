import { computed, signal } from '@preact/signals'
import { listBranch, scenes } from './scenes.ts'

/** Ids of the headings whose scenes are folded. */
export const folded = signal<ReadonlySet<string>>(new Set())

/** Ids of the paragraphs that are not shown, because a heading above them is folded. */
export const hiddenIds = computed<ReadonlySet<string>>(() => {
  if (folded.value.size === 0) return new Set()
  return new Set(
    scenes.value.flatMap(({ id }) => (folded.value.has(id) ? listBranch(id).filter((one) => one !== id) : [])),
  )
})

export function toggleFold(headingId: string): void {
  const next = new Set(folded.value)
  if (!next.delete(headingId)) next.add(headingId)
  folded.value = next
}

/** Unfolds what hides a paragraph. */
export function revealParagraph(paragraphId: string): void {
  if (!hiddenIds.value.has(paragraphId)) return
  folded.value = new Set([...folded.value].filter((id) => !listBranch(id).includes(paragraphId)))
}
