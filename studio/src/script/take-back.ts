import { Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { findCursor, findPlace } from '../projects/cursor.ts'
import { currentHistory } from '../projects/script-history.ts'

/** Takes the last step of this person back, or makes it again, and puts the cursor there. False if there is none. */
export function takeBack(view: EditorView, step: 'undo' | 'redo'): boolean {
  const { doc, selection } = view.state
  const found = currentHistory()?.[step](findCursor(doc, selection.head)) ?? false
  if (typeof found === 'boolean') return found
  const place = findPlace(view.state.doc, found)
  if (place === undefined) return true
  const near = Selection.near(view.state.doc.resolve(place))
  view.dispatch(view.state.tr.setSelection(near).scrollIntoView())
  return true
}
