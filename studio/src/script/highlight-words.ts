import { currentView, type Place, toPositions } from './editor-view.ts'

/** What the page highlights in the text: the word that is spoken, and the words that the inspector is about. */
type HighlightName = 'spoken' | 'inspected'

/** Highlights words without a change of the page's elements; undefined highlights none. */
export function highlightWords(name: HighlightName, place: Place | undefined): void {
  const view = currentView()
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(name)
  const positions = place && toPositions(place)
  if (view === undefined || positions === undefined) return
  const range = new Range()
  const [from, to] = [view.domAtPos(positions[0], 1), view.domAtPos(positions[1], -1)]
  range.setStart(from.node, from.offset)
  range.setEnd(to.node, to.offset)
  const highlight = new Highlight(range)
  highlight.priority = name === 'spoken' ? 1 : 0
  CSS.highlights.set(name, highlight)
}
