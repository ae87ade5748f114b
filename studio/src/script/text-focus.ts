import { currentView } from './editor-view.ts'
import { selection } from './script-state.ts'

export function focusText(): void {
  const view = currentView()
  view?.focus()
}

let isFocusWanted = false

/** Puts the cursor into the script that opens next, such as a new one. */
export function focusTextWhenOpen(): void {
  isFocusWanted = true
}

/** Whether the script that has just opened gets the cursor. True once after each request. */
export function takeFocusRequest(): boolean {
  const isWanted = isFocusWanted
  isFocusWanted = false
  return isWanted
}

/** Scrolls to the cursor, such as when a part of the text is covered. */
export function showCursor(): void {
  const view = currentView()
  view?.dispatch(view.state.tr.scrollIntoView())
}

/** Takes the focus and the selection from the text, so that no word is inspected. */
export function leaveText(): void {
  const view = currentView()
  view?.dom.blur()
  selection.value = undefined
}

/** The place in the text that is at a point of the window. */
export function findPlaceAt(left: number, top: number): { paragraphId: string; offset: number } | undefined {
  const view = currentView()
  const found = view?.posAtCoords({ left, top })
  if (view === undefined || found === null || found === undefined) return undefined
  const $place = view.state.doc.resolve(found.pos)
  if ($place.depth === 0) return undefined
  return { paragraphId: ($place.node(1).attrs as { id: string }).id, offset: found.pos - $place.start(1) }
}
