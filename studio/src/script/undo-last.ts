import { undo } from 'prosemirror-history'
import { currentView } from './editor-view.ts'
import { doc } from './script-state.ts'
import { offerUndo } from './undo-outside.ts'

/** Offers to take back a change of the script that has just been made. Once the script has changed again, only the keys of undo do. */
export function offerUndoOfScript(label: string): void {
  const after = doc.value
  const takeBack = async (): Promise<void> => {
    const view = currentView()
    if (view !== undefined && doc.value === after) undo(view.state, view.dispatch)
  }
  offerUndo({ label, undo: takeBack }, after)
}
