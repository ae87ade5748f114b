import { UndoManager } from 'yjs'
import type { ProjectVersion } from '../../../client/src/declaim.ts'
import { SETTINGS, TEXT } from '../../../src/projects/read-script.ts'
import { openDocument, openScriptId, sendScript } from '../projects/open-script.ts'
import { SERVICE } from '../projects/origins.ts'
import { doc } from '../script/script-state.ts'
import { offerUndo } from '../script/undo-outside.ts'
import { declaim } from '../service.ts'
import { timeOf } from './describe-version.ts'

/**
 * Takes the open script back to a version, and offers to undo it. The service makes the edit, which then comes like one of somebody else. Undo
 * takes back that edit alone, and leaves what others have written since. The service must have all of the script before.
 */
export async function restoreVersion(version: ProjectVersion): Promise<void> {
  const id = openScriptId.value
  const shared = openDocument()
  if (shared === undefined) return
  const tracked = new Set<unknown>([SERVICE])
  const manager = new UndoManager([shared.getText(TEXT), shared.getMap(SETTINGS)], { trackedOrigins: tracked })
  try {
    await declaim.projects.restore(id, version.version_id)
    await sendScript()
  } catch (error) {
    manager.destroy()
    throw error
  }
  tracked.delete(SERVICE)
  const undo = async (): Promise<void> => {
    while (manager.canUndo()) manager.undo()
    manager.destroy()
  }
  offerUndo({ label: `The script is as it was on ${timeOf(version)}`, undo }, doc.value)
}
