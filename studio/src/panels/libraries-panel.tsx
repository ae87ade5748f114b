import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Replacement } from '../../../client/src/declaim.ts'
import { libraries, reloadLibraries } from '../catalogue.ts'
import { libraryIds } from '../script/script-state.ts'
import { declaim, describeError } from '../service.ts'
import { Icon } from '../shell/icons.tsx'
import { ReplacementRow } from './replacement-row.tsx'

/** Libraries as tables: words and what is said for them, edited in place. */
export function LibrariesPanel() {
  const open = useSignal<string | undefined>(libraries.value[0]?.library_id)
  const problem = useSignal<string | undefined>(undefined)
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    problem.value = undefined
    try {
      await act()
      await reloadLibraries()
    } catch (error) {
      problem.value = describeError(error)
    }
  }
  const create = (): Promise<void> =>
    attempt(async () => {
      open.value = await declaim.libraries.create(`Library ${libraries.value.length + 1}`)
    })
  const remove = (id: string): Promise<void> =>
    attempt(async () => {
      await declaim.libraries.delete(id)
      libraryIds.value = libraryIds.value.filter((one) => one !== id)
      open.value = libraries.value.find(({ library_id }) => library_id !== id)?.library_id
    })
  return (
    <section class="panel" aria-label="Libraries">
      <header class="panel-head">
        <h1>Libraries</h1>
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
      </header>
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {open.value === undefined ? (
        <p class="empty">No library yet. “Use everywhere” beside a word makes one.</p>
      ) : (
        <LibraryTable key={open.value} id={open.value} attempt={attempt} onDelete={remove} />
      )}
    </section>
  )
}

export type Attempt = (act: () => Promise<unknown>) => Promise<void>

type TableProps = { id: string; attempt: Attempt; onDelete: (id: string) => Promise<void> }

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
      <div class="scroll">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Word</th>
              <th scope="col">Said as</th>
              <th scope="col">Respelling</th>
              <th scope="col">On</th>
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.value?.map((row) => (
              <ReplacementRow key={row.replacement_id} row={row} libraryId={id} change={change} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.value?.length === 0 && <p class="empty">This library is empty.</p>}
      <NewRow libraryId={id} change={change} />
      <Transfer libraryId={id} change={change} onDelete={onDelete} />
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

type TransferProps = { libraryId: string; change: Attempt; onDelete: (id: string) => Promise<void> }

function Transfer({ libraryId, change, onDelete }: TransferProps) {
  const upload = (event: Event & { currentTarget: HTMLInputElement }): void => {
    const file = event.currentTarget.files?.[0]
    if (file !== undefined) void change(async () => await declaim.libraries.addMany(libraryId, await file.text()))
    event.currentTarget.value = ''
  }
  const download = async (): Promise<void> => {
    const csv = new Blob([await declaim.libraries.exportCsv(libraryId)], { type: 'text/csv' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(csv)
    link.download = 'replacements.csv'
    link.click()
  }
  return (
    <div class="actions">
      <label class="button">
        Import CSV
        <input class="visually-hidden" type="file" accept=".csv,text/csv" onChange={upload} />
      </label>
      <button type="button" class="button" onClick={() => void download()}>
        Export CSV
      </button>
      <button type="button" class="button" onClick={() => void onDelete(libraryId)}>
        Delete library
      </button>
    </div>
  )
}
