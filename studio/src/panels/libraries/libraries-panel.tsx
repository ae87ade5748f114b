import { useSignal } from '@preact/signals'
import { libraries, reloadLibraries } from '../../catalogue.ts'
import { libraryIds } from '../../script/script-state.ts'
import { declaim, may } from '../../service.ts'
import { confirm } from '../../shell/confirm-dialog.tsx'
import { Icon } from '../../shell/icons.tsx'
import { Panel } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { type Attempt, LibraryTable } from './library-table.tsx'

/** Libraries as tables: words and what is said for them, edited in place. */
export function LibrariesPanel() {
  const open = useSignal<string | undefined>(libraries.value[0]?.library_id)
  const task = useTask()
  const attempt: Attempt = (act) =>
    task.run(async () => {
      await act()
      await reloadLibraries()
    })
  const create = () =>
    attempt(async () => {
      open.value = await declaim.libraries.create(`Library ${libraries.value.length + 1}`)
    })
  const remove = async (id: string): Promise<boolean> => {
    const { name = '' } = libraries.value.find((one) => one.library_id === id) ?? {}
    const text = 'Its replacements are deleted too, for every script. Export them first if you may need them.'
    if (!(await confirm({ title: `Delete “${name}”?`, text, action: 'Delete' }))) return false
    return attempt(async () => {
      await declaim.libraries.delete(id)
      libraryIds.value = libraryIds.value.filter((one) => one !== id)
      open.value = libraries.value.find(({ library_id }) => library_id !== id)?.library_id
    })
  }
  const tools = (
    <>
      {libraries.value.length > 0 && (
        <select
          class="field"
          aria-label="Library"
          value={open.value}
          onChange={({ currentTarget }) => {
            open.value = currentTarget.value
          }}
        >
          {libraries.value.map(({ library_id, name }) => (
            <option key={library_id} value={library_id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {may('libraries:write') && (
        <button type="button" class="button" onClick={() => void create()}>
          <Icon name="plus" /> Library
        </button>
      )}
    </>
  )
  return (
    <Panel title="Libraries" task={task} tools={tools}>
      {open.value === undefined ? (
        <p class="empty">No library yet.{may('libraries:write') && ' “Use everywhere” beside a word makes one.'}</p>
      ) : (
        <LibraryTable key={open.value} id={open.value} attempt={attempt} onDelete={remove} />
      )}
    </Panel>
  )
}
