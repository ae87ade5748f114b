import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Replacement } from '../../../../client/src/declaim.ts'
import { libraries, reloadLibraries } from '../../catalogue.ts'
import { libraryIds } from '../../script/script-state.ts'
import { declaim } from '../../service.ts'
import { Icon } from '../../shell/icons.tsx'
import { Panel, Table } from '../panel.tsx'
import { useTask } from '../use-task.ts'
import { LibraryTransfer } from './library-transfer.tsx'
import { ReplacementRow } from './replacement-row.tsx'

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
  const remove = (id: string) =>
    attempt(async () => {
      await declaim.libraries.delete(id)
      libraryIds.value = libraryIds.value.filter((one) => one !== id)
      open.value = libraries.value.find(({ library_id }) => library_id !== id)?.library_id
    })
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
      <button type="button" class="button" onClick={() => void create()}>
        <Icon name="plus" /> Library
      </button>
    </>
  )
  return (
    <Panel title="Libraries" task={task} tools={tools}>
      {open.value === undefined ? (
        <p class="empty">No library yet. “Use everywhere” beside a word makes one.</p>
      ) : (
        <LibraryTable key={open.value} id={open.value} attempt={attempt} onDelete={remove} />
      )}
    </Panel>
  )
}

/** Does something and loads what it changed; resolves with its success. */
export type Attempt = (act: () => Promise<unknown>) => Promise<boolean>

type TableProps = { id: string; attempt: Attempt; onDelete: (id: string) => Promise<unknown> }

function LibraryTable({ id, attempt, onDelete }: TableProps) {
  const rows = useSignal<readonly Replacement[] | undefined>(undefined)
  const change: Attempt = (act) =>
    attempt(async () => {
      await act()
      rows.value = await declaim.libraries.replacements(id)
    })
  useEffect(() => void change(async () => {}), [id])
  const isUsed = libraryIds.value.includes(id)
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          checked={isUsed}
          onChange={() => {
            libraryIds.value = isUsed ? libraryIds.value.filter((one) => one !== id) : [...libraryIds.value, id]
          }}
        />
        Read this script with it
      </label>
      <Table label="Replacements" columns={['Word', 'Said as', 'Respelling', 'On']} hasActions>
        {rows.value?.map((row) => (
          <ReplacementRow key={row.replacement_id} row={row} libraryId={id} change={change} />
        ))}
      </Table>
      {rows.value?.length === 0 && <p class="empty">This library is empty.</p>}
      <NewRow libraryId={id} change={change} />
      <LibraryTransfer libraryId={id} change={change} onDelete={onDelete} />
    </>
  )
}

function NewRow({ libraryId, change }: { libraryId: string; change: Attempt }) {
  const word = useSignal('')
  const said = useSignal('')
  const isPhonetic = /^[A-Za-z]+(-[A-Za-z]+)*$/.test(said.value) && /[A-Z]{2}/.test(said.value)
  const add = (event: Event): void => {
    event.preventDefault()
    const entry = { original: word.value, replacement_text: said.value, is_phonetic_respelling: isPhonetic }
    void change(async () => {
      await declaim.libraries.add(libraryId, entry)
      word.value = ''
      said.value = ''
    })
  }
  return (
    <form class="new-row" onSubmit={add}>
      <input
        class="field"
        placeholder="Word"
        aria-label="New word"
        value={word.value}
        onInput={({ currentTarget }) => {
          word.value = currentTarget.value
        }}
      />
      <input
        class="field"
        placeholder="sequel, or SEE-kwul"
        aria-label="Said as"
        value={said.value}
        onInput={({ currentTarget }) => {
          said.value = currentTarget.value
        }}
      />
      <button type="submit" class="button" disabled={word.value === '' || said.value === ''}>
        Add
      </button>
    </form>
  )
}
