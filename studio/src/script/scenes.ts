import { computed } from '@preact/signals'
import { paragraphs } from './script-state.ts'

/** A heading and what follows it, up to the next heading. What comes before the first heading is a scene without one. */
export type Scene = {
  /** That of the heading; empty before the first heading. */
  readonly id: string
  readonly title: string
  /** 1 to 3; 0 without a heading. */
  readonly level: number
  /** Place of its first paragraph in the script, from 0. */
  readonly first: number
  /** Of its paragraphs, the heading included. */
  readonly ids: ReadonlySet<string>
}

export const scenes = computed<readonly Scene[]>(() => {
  const found: { id: string; title: string; level: number; first: number; ids: Set<string> }[] = []
  for (const [first, { node, attributes }] of paragraphs.value.entries()) {
    if (attributes.level > 0)
      found.push({ id: attributes.id, title: node.textContent, level: attributes.level, first, ids: new Set() })
    else if (found.length === 0) found.push({ id: '', title: '', level: 0, first, ids: new Set() })
    found.at(-1)!.ids.add(attributes.id)
  }
  return found
})

/** Whether the script has headings. */
export const hasScenes = computed(() => scenes.value.some(({ level }) => level > 0))

/** The scene that a paragraph belongs to. */
export function findScene(paragraphId: string): Scene | undefined {
  return scenes.value.find(({ ids }) => ids.has(paragraphId))
}

/** The paragraphs that move with a heading: its scene, and the scenes below it. Only the paragraph itself if it is no heading. */
export function listBranch(paragraphId: string): readonly string[] {
  const index = scenes.value.findIndex(({ id }) => id === paragraphId)
  const scene = scenes.value[index]
  if (scene === undefined || scene.level === 0) return [paragraphId]
  const next = scenes.value.findIndex(({ level }, at) => at > index && level <= scene.level)
  return scenes.value.slice(index, next === -1 ? undefined : next).flatMap(({ ids }) => [...ids])
}
