import { DeclaimError } from '../../../client/src/declaim.ts'
import { forgetScript, type LocalScript, readScript, scripts } from '../projects/local-scripts.ts'
import { openScriptId, sendScript, sharingProblem } from '../projects/open-script.ts'
import { refreshScripts } from '../projects/refresh-scripts.ts'
import { createEmptyScript } from '../script/new-script.ts'
import { doc, title } from '../script/script-state.ts'
import { offerUndo } from '../script/undo-outside.ts'
import { declaim, describeError } from '../service.ts'
import { confirm } from '../shell/confirm-dialog.tsx'
import { notice } from '../shell/notice.ts'
import { nameOf } from './script-folders.ts'

/** What the menu of a script does. A problem becomes a notice. */
export interface ScriptActions {
  /** Copies a script, without its versions, and opens the copy. */
  duplicate(script: LocalScript): Promise<void>
  archive(script: LocalScript): Promise<void>
  /** Puts a script in the trash. */
  trash(script: LocalScript): Promise<void>
}

type Open = (script: LocalScript) => Promise<void>

/** The longest name of a script, in UTF-16 units. */
const LONGEST_NAME = 200

export function createScriptActions(open: Open): ScriptActions {
  return {
    duplicate: (script) =>
      noticeProblem(async () => {
        await requireSent(script)
        const name = `${nameOf(script).slice(0, LONGEST_NAME - 10)} (copy)`
        const { project_id: id } = await declaim.projects.copy(script.id, { name })
        await openById(id, open)
      }),
    archive: (script) =>
      noticeProblem(async () => {
        await requireSent(script)
        await declaim.projects.update(script.id, { is_archived: true })
        await putAway(script, open, 'is archived')
      }),
    trash: (script) =>
      noticeProblem(async () => {
        if ((await isUnsent(script)) && !(await confirmLoss(script))) return
        try {
          await declaim.projects.update(script.id, { is_trashed: true })
        } catch (error) {
          if (!isUnknown(error)) throw error
        }
        await putAway(script, open, 'is in the trash')
      }),
  }
}

/** Renames a script. */
export async function renameScript(script: LocalScript, name: string): Promise<void> {
  if (script.id === openScriptId.value) {
    title.value = name
    return
  }
  await declaim.projects.update(script.id, { name })
  await refreshScripts()
}

/** Puts a script in a folder; in none, if the name is empty. */
export async function fileScript(script: LocalScript, folder: string): Promise<void> {
  await sendUnsent(script)
  await declaim.projects.update(script.id, { folder })
  await refreshScripts()
}

/** Takes a script out of the archive and the trash. */
export async function bringBack(id: string): Promise<void> {
  await declaim.projects.update(id, { is_archived: false, is_trashed: false })
  await refreshScripts()
}

async function noticeProblem(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    notice.value = describeError(error)
  }
}

/** Sends what the service lacks of a script, whether it is open or not. */
export async function sendUnsent({ id }: LocalScript): Promise<void> {
  await (id === openScriptId.value ? sendScript() : refreshScripts())
}

/** Sends what the service lacks of a script. Throws if it does not take it. */
export async function requireSent(script: LocalScript): Promise<void> {
  if (await isUnsent(script))
    throw new Error(sharingProblem.value ?? `The service does not have all of “${nameOf(script)}”. Open it to see why.`)
}

/** Whether this browser has something of a script that the service lacks. */
async function isUnsent(script: LocalScript): Promise<boolean> {
  await sendUnsent(script)
  return script.id === openScriptId.value ? sharingProblem.value !== undefined : (await readScript(script)).isUnsent
}

function confirmLoss(script: LocalScript): Promise<boolean> {
  const text = 'The service does not have all that was written in it. The trash keeps only what the service has.'
  return confirm({ title: `Delete “${nameOf(script)}”?`, text, action: 'Delete' })
}

/** Whether the service has no such script. It then has nothing to put in the trash. */
function isUnknown(error: unknown): boolean {
  return error instanceof DeclaimError && error.code === 'NOT_FOUND'
}

/** Takes a script that the service lists no longer out of the page, and offers to bring it back. */
async function putAway(script: LocalScript, open: Open, said: string): Promise<void> {
  const { id } = script
  const name = nameOf(script)
  const wasOpen = id === openScriptId.value
  if (wasOpen) await open(scripts.value.find((one) => one.id !== id) ?? createEmptyScript())
  await forgetScript(id)
  const undo = async (): Promise<void> =>
    await noticeProblem(async () => {
      await bringBack(id)
      if (wasOpen) await openById(id, open)
    })
  offerUndo({ label: `“${name}” ${said}`, undo }, doc.value)
  focusList()
}

async function openById(id: string, open: Open): Promise<void> {
  await refreshScripts()
  const script = scripts.value.find((one) => one.id === id)
  if (script !== undefined) await open(script)
}

/** The menu that had the focus is gone with its script. */
function focusList(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const list = document.querySelector('.nav-scripts')
    const item = list?.querySelector<HTMLElement>('[aria-current]') ?? list?.querySelector<HTMLElement>('.nav-item')
    item?.focus()
  })
}
