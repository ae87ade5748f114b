import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Project } from '../../../../client/src/declaim.ts'
import { bringBack } from '../../scripts/script-actions.ts'
import { findScripts, MANY_SCRIPTS } from '../../scripts/script-folders.ts'
import { declaim, may } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { IconAction } from '../../shell/icon-action.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
/** How long the trash keeps a script. */
const TRASH_MS = 30 * 24 * 60 * 60_000

type Found = { readonly archived: readonly Project[]; readonly trashed: readonly Project[] }

/** The scripts that are archived or in the trash, and how they come back. */
export function ArchivePanel() {
  const found = useSignal<Found | undefined>(undefined)
  const wanted = useSignal('')
  /** What was done last, for screen readers: its row is gone. */
  const said = useSignal('')
  const task = useTask()
  const load = async (): Promise<void> => {
    const [archived, trashed] = await Promise.all([
      declaim.projects.list({ state: 'archived' }),
      declaim.projects.list({ state: 'trashed' }),
    ])
    found.value = { archived, trashed }
  }
  useEffect(() => void task.run(load), [])
  const change = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    const isDone = await task.run(async () => {
      await act()
      await load()
    })
    said.value = isDone ? done : ''
    focusRow()
  }
  const actions: Actions = {
    bringBack: (project) => change(() => bringBack(project.project_id), `“${nameOf(project)}” is back in the list`),
    trash: (project) =>
      change(
        () => declaim.projects.update(project.project_id, { is_trashed: true }),
        `“${nameOf(project)}” is in the trash`,
      ),
    async delete(project) {
      const text = 'Its text and all its versions are deleted at once. Nobody can bring them back.'
      const title = `Delete “${nameOf(project)}” for good?`
      if (!(await confirm({ title, text, action: 'Delete for good' }))) return
      await change(() => declaim.projects.delete(project.project_id), `“${nameOf(project)}” is deleted`)
    },
  }
  const { archived = [], trashed = [] } = found.value ?? {}
  const tools = archived.length + trashed.length >= MANY_SCRIPTS && (
    <input
      type="search"
      class="field"
      placeholder="Find a script"
      aria-label="Find an archived or deleted script"
      value={wanted.value}
      onInput={({ currentTarget }) => {
        wanted.value = currentTarget.value
      }}
    />
  )
  /** Instead of an empty table; undefined until it is known to be empty. */
  const describeEmpty = (all: readonly Project[], text: string): string | undefined => {
    if (found.value === undefined) return undefined
    return all.length === 0 ? text : 'No script has this name.'
  }
  const filter = (projects: readonly Project[]) => findScripts(projects, wanted.value, nameOf)
  return (
    <Panel title="Archive and trash" task={task} tools={tools}>
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
      <h2>Archived scripts</h2>
      <Projects
        label="Archived scripts"
        projects={filter(archived)}
        empty={describeEmpty(archived, 'No script is archived. The menu of a script archives it.')}
        actions={actions}
      />
      <h2>Trash</h2>
      <Projects
        label="Trash"
        projects={filter(trashed)}
        empty={describeEmpty(trashed, 'The trash is empty. It keeps scripts for 30 days.')}
        actions={actions}
      />
    </Panel>
  )
}

/** The row that had the focus is gone. */
function focusRow(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>('.panel .row-actions button')
    const view = document.querySelector<HTMLElement>('.nav-head [aria-current]')
    ;(row ?? view)?.focus()
  })
}

type Actions = {
  readonly bringBack: (project: Project) => Promise<void>
  readonly trash: (project: Project) => Promise<void>
  readonly delete: (project: Project) => Promise<void>
}

type TableProps = {
  readonly label: string
  readonly projects: readonly Project[]
  /** Said instead of an empty table. */
  readonly empty: string | undefined
  readonly actions: Actions
}

function Projects({ label, projects, empty, actions }: TableProps) {
  if (projects.length === 0) return empty === undefined ? null : <p class="empty">{empty}</p>
  const isTrash = projects.some(({ trashed_at }) => trashed_at !== null)
  const columns = ['Name', 'Characters', isTrash ? 'Deleted for good on' : 'Archived']
  return (
    <Table label={label} columns={columns} hasActions>
      {projects.map((project) => (
        <Row key={project.project_id} project={project} actions={actions} />
      ))}
    </Table>
  )
}

function Row({ project, actions }: { project: Project; actions: Actions }) {
  const { folder, characters, archived_at: archivedAt, trashed_at: trashedAt } = project
  const name = nameOf(project)
  return (
    <tr>
      <td dir="auto">
        {name}
        {folder !== '' && <span class="rules">{folder}</span>}
      </td>
      <td class="number-cell" data-label="Characters">
        {characters.toLocaleString('en')}
      </td>
      <td class="nowrap" data-label={trashedAt === null ? 'Archived' : 'Deleted for good on'}>
        {DATE.format(trashedAt === null ? (archivedAt ?? 0) : trashedAt + TRASH_MS)}
      </td>
      <td class="row-actions">
        {may('projects:write') && (
          <IconAction
            icon="retry"
            label={`Bring ${name} back`}
            hint="Bring back to the list of scripts"
            onClick={() => void actions.bringBack(project)}
          />
        )}
        {may('projects:write') && trashedAt === null && (
          <IconAction
            icon="trash"
            label={`Delete ${name}`}
            hint="Put in the trash"
            onClick={() => void actions.trash(project)}
          />
        )}
        {may('projects:write') && trashedAt !== null && (
          <IconAction
            icon="trash"
            label={`Delete ${name} for good`}
            hint="Delete for good"
            onClick={() => void actions.delete(project)}
          />
        )}
      </td>
    </tr>
  )
}

function nameOf({ name }: Project): string {
  return name || 'Untitled'
}
