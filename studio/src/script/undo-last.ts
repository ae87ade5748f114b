import { currentView } from './editor-view.ts'
import { doc } from './script-state.ts'
import { takeBack } from './take-back.ts'
import { offerUndo } from './undo-outside.ts'

/** Offers to take back a change of the script that has just been made. Once the script has changed again, only the keys of undo do. */
export function offerUndoOfScript(label: string): void {
  const after = doc.value
  const undo = async (): Promise<void> => {
    const view = currentView()
    if (view !== undefined && doc.value === after) takeBack(view, 'undo')
  }
  offerUndo({ label, undo }, after)
}
