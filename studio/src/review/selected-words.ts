import { signal } from '@preact/signals'
import type { Place } from '../../../src/projects/anchors.ts'
import { findWords } from '../../../src/projects/markup.ts'

/** The words that the reader has selected, of one paragraph. */
export const selected = signal<Place | undefined>(undefined)

/** Follows the selection of the page until the returned function is called. */
export function followSelection(): () => void {
  const follow = (): void => {
    const place = findSelected()
    // A press on a button takes the selection away in some browsers, and what it is about has to stay.
    if (place !== undefined || document.activeElement?.closest('.review-side') === null) selected.value = place
  }
  document.addEventListener('selectionchange', follow)
  return () => document.removeEventListener('selectionchange', follow)
}

function findSelected(): Place | undefined {
  const chosen = getSelection()
  if (chosen === null || chosen.isCollapsed || chosen.rangeCount === 0) return undefined
  const range = chosen.getRangeAt(0)
  const element = elementOf(range.startContainer)?.closest<HTMLElement>('[data-paragraph]')
  if (element === undefined || element === null) return undefined
  const [from, to] = [offsetOf(element, range.startContainer, range.startOffset), endOf(element, range)]
  // Whole words, as people who select with a finger or in haste mean them.
  const words = findWords(element.textContent ?? '').filter(({ start, end }) => start < to && end > from)
  const [first, last] = [words[0], words.at(-1)]
  return first && last && { paragraphId: element.dataset.paragraph ?? '', start: first.start, end: last.end }
}

/** Of a selection that goes on in other paragraphs, the end of this one. */
function endOf(element: HTMLElement, { endContainer, endOffset }: Range): number {
  return element.contains(endContainer)
    ? offsetOf(element, endContainer, endOffset)
    : (element.textContent?.length ?? 0)
}

function offsetOf(element: HTMLElement, node: Node, offset: number): number {
  const before = new Range()
  before.setStart(element, 0)
  before.setEnd(node, offset)
  return before.toString().length
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement
}

/** The words of a place, as the page shows them; undefined if they are not there. */
export function toRange({ paragraphId, start, end }: Place): Range | undefined {
  const text = document.querySelector(`[data-paragraph="${CSS.escape(paragraphId)}"]`)?.firstChild
  if (!(text instanceof Text)) return undefined
  const range = new Range()
  range.setStart(text, Math.min(start, text.length))
  range.setEnd(text, Math.min(end, text.length))
  return range
}
