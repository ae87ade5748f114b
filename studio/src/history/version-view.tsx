import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ProjectVersion, Script } from '../../../client/src/declaim.ts'
import { EditDialog } from '../panels/account/edit-dialog.tsx'
import { typed } from '../panels/account/typed.ts'
import { Problem } from '../panels/panel.tsx'
import { useTask } from '../panels/use-task.ts'
import { declaim, may } from '../service.ts'
import { IconAction } from '../shell/icon-action.tsx'
import { describeVersion, titleOf } from './describe-version.ts'
import { type Comparison, VersionChanges } from './version-changes.tsx'
import { VersionText } from './version-text.tsx'

type Props = {
  readonly projectId: string
  readonly version: ProjectVersion
  readonly versions: readonly ProjectVersion[]
  readonly onName: (name: string) => Promise<void>
  readonly onDelete: () => void
}

/** What is shown of a version: what has changed since, its text, or what differs from the version with this id. */
const SINCE = 'since'
const TEXT = 'text'

type Shown = { readonly text: Script } | { readonly comparison: Comparison }

/** One version: its text, or how it differs from the script as it is now or from another version. */
export function VersionView({ projectId, version, versions, onName, onDelete }: Props) {
  const isNaming = useSignal(false)
  const view = useSignal(SINCE)
  const shown = useSignal<Shown | undefined>(undefined)
  const task = useTask()
  const load = async (wanted: string, signal: AbortSignal): Promise<void> => {
    const found = await loadView(projectId, { version, versions, view: wanted, signal })
    // Another view may have been chosen meanwhile.
    if (view.value === wanted) shown.value = found
  }
  useEffect(() => {
    const { value: wanted } = view
    shown.value = undefined
    void task.run((signal) => load(wanted, signal))
  }, [view.value])
  const others = versions.filter(({ version_id }) => version_id !== version.version_id)
  return (
    <section class="version" aria-label={titleOf(version)} aria-busy={task.isBusy.value}>
      <div class="version-head">
        <label>
          Show{' '}
          <select
            class="field"
            aria-label="Show of this version"
            value={view.value}
            onChange={({ currentTarget }) => {
              view.value = currentTarget.value
            }}
          >
            <option value={SINCE}>What has changed since then</option>
            <option value={TEXT}>Its whole text</option>
            {others.length > 0 && (
              <optgroup label="What differs from">
                {others.map((other) => (
                  <option key={other.version_id} value={other.version_id}>
                    {describeVersion(other)}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        </label>
        {may('projects:write') && (
          <span class="row-actions">
            <IconAction
              icon="edit"
              label="Name this version"
              onClick={() => {
                isNaming.value = true
              }}
            />
            <IconAction icon="trash" label="Delete this version" onClick={onDelete} />
          </span>
        )}
      </div>
      {isNaming.value && (
        <NameDialog
          version={version}
          onName={onName}
          onClose={() => {
            isNaming.value = false
          }}
        />
      )}
      <Problem task={task} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section class="version-body" tabIndex={0} aria-label="The version">
        {shown.value !== undefined &&
          ('text' in shown.value ? (
            <VersionText script={shown.value.text} />
          ) : (
            <VersionChanges {...shown.value.comparison} />
          ))}
      </section>
    </section>
  )
}

type NameProps = Pick<Props, 'version' | 'onName'> & { readonly onClose: () => void }

function NameDialog({ version, onName, onClose }: NameProps) {
  const name = useSignal((version.name as string | null) ?? '')
  return (
    <EditDialog
      heading="Name this version"
      isComplete={name.value.trim() !== ''}
      onSave={() => onName(name.value.trim())}
      onClose={onClose}
    >
      <label class="labelled">
        Name
        <input class="field" maxLength={200} dir="auto" autofocus {...typed(name)} />
      </label>
      <p class="why">A version with a name stays until somebody deletes it.</p>
    </EditDialog>
  )
}

type Wanted = Pick<Props, 'version' | 'versions'> & { readonly view: string; readonly signal: AbortSignal }

async function loadView(projectId: string, { version, versions, view, signal }: Wanted): Promise<Shown> {
  const { projects } = declaim
  const scriptOf = (id: string) => projects.version(projectId, id, { signal })
  const { version_id: id } = version
  if (view === TEXT) return { text: await scriptOf(id) }
  if (view === SINCE) {
    const [before, after, changes] = await Promise.all([
      scriptOf(id),
      projects.script(projectId, { signal }),
      projects.compare(projectId, id, { signal }),
    ])
    return { comparison: { before, after, changes } }
  }
  // The older one comes first, whichever was chosen first.
  const order = versions.map(({ version_id }) => version_id)
  const [from, to] = order.indexOf(id) > order.indexOf(view) ? [id, view] : [view, id]
  const [before, after, changes] = await Promise.all([
    scriptOf(from),
    scriptOf(to),
    projects.compare(projectId, from, { to, signal }),
  ])
  return { comparison: { before, after, changes } }
}
