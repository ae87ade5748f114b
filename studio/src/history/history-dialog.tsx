import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ProjectVersion } from '../../../client/src/declaim.ts'
import { typed } from '../panels/account/typed.ts'
import { Problem } from '../panels/panel.tsx'
import { useTask } from '../panels/use-task.ts'
import type { LocalScript } from '../projects/local-scripts.ts'
import { openScriptId } from '../projects/open-script.ts'
import { requireSent, sendUnsent } from '../scripts/script-actions.ts'
import { nameOf } from '../scripts/script-folders.ts'
import { declaim, may } from '../service.ts'
import { confirm } from '../shell/confirm-dialog.tsx'
import { describeVersion } from './describe-version.ts'
import { restoreVersion } from './restore-version.ts'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'

type Props = {
  readonly script: LocalScript
  /** Shows the script in the page. */
  readonly onOpen: (script: LocalScript) => Promise<void>
  readonly onClose: () => void
}

/** The versions of a script: keep one by name, look at one, compare it, go back to it. */
export function HistoryDialog({ script, onOpen, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const versions = useSignal<readonly ProjectVersion[] | undefined>(undefined)
  const chosenId = useSignal<string | undefined>(undefined)
  const said = useSignal('')
  const task = useTask()
  const { id } = script
  const load = async (): Promise<void> => {
    versions.value = await declaim.projects.versions(id)
    const isThere = versions.value.some(({ version_id }) => version_id === chosenId.value)
    if (!isThere) chosenId.value = versions.value[0]?.version_id
  }
  useEffect(() => {
    dialog.current?.showModal()
    void task.run(async () => {
      await sendUnsent(script)
      await load()
    })
  }, [])
  const chosen = versions.value?.find(({ version_id }) => version_id === chosenId.value)
  const keep = (name: string): Promise<boolean> =>
    task.run(async () => {
      await requireSent(script)
      chosenId.value = (await declaim.projects.keepVersion(id, name)).version_id
      await load()
      said.value = `“${name}” is kept`
    })
  const rename = async (version: ProjectVersion, name: string): Promise<void> => {
    await declaim.projects.nameVersion(id, version.version_id, name)
    await load()
    said.value = `The version is named “${name}”`
  }
  const restore = async (version: ProjectVersion): Promise<void> => {
    const isDone = await task.run(async () => {
      await requireSent(script)
      if (id !== openScriptId.value) await onOpen(script)
      await restoreVersion(version)
    })
    if (isDone) dialog.current?.close()
  }
  const remove = async (version: ProjectVersion): Promise<void> => {
    const title = `Delete “${describeVersion(version)}”?`
    const text = 'The script stays as it is. Nobody can look at this version or go back to it any more.'
    if (!(await confirm({ title, text, action: 'Delete' }))) return
    await task.run(async () => {
      await declaim.projects.deleteVersion(id, version.version_id)
      await load()
      said.value = 'The version is deleted'
    })
  }
  return (
    <dialog ref={dialog} class="dialog dialog-history" aria-labelledby="history-title" onClose={onClose}>
      <h2 id="history-title">
        History of “<span dir="auto">{nameOf(script)}</span>”
      </h2>
      <Problem task={task} />
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
      {may('projects:write') && <KeepVersion onKeep={keep} />}
      {versions.value?.length === 0 && (
        <p class="empty">No version yet. The service keeps one after ten minutes of writing, and before each export.</p>
      )}
      {versions.value !== undefined && chosen !== undefined && (
        <div class="history">
          <VersionList
            versions={versions.value}
            chosenId={chosen.version_id}
            onChoose={(version) => {
              chosenId.value = version.version_id
            }}
          />
          <VersionView
            key={chosen.version_id}
            projectId={id}
            version={chosen}
            versions={versions.value}
            onName={(name) => rename(chosen, name)}
            onDelete={() => void remove(chosen)}
          />
        </div>
      )}
      <div class="actions">
        {may('projects:write') && chosen !== undefined && (
          <button
            type="button"
            class="button button-primary"
            aria-disabled={task.isBusy.value}
            onClick={() => {
              if (!task.isBusy.value) void restore(chosen)
            }}
          >
            Go back to this version
          </button>
        )}
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}

/** Keeps what the script is now under a name. */
function KeepVersion({ onKeep }: { onKeep: (name: string) => Promise<boolean> }) {
  const name = useSignal('')
  const keep = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (await onKeep(name.value.trim())) name.value = ''
  }
  return (
    <form class="keep-version" onSubmit={(event) => void keep(event)}>
      <label>
        Name the script as it is now
        <input
          class="field"
          maxLength={200}
          dir="auto"
          autocomplete="off"
          placeholder="For example: Sent to the client"
          {...typed(name)}
        />
      </label>
      <button type="submit" class="button" disabled={name.value.trim() === ''}>
        Keep it
      </button>
    </form>
  )
}
