import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Replacement } from '../../../../client/src/declaim.ts'
import { libraries } from '../../catalogue.ts'
import { libraryIds } from '../../script/script-state.ts'
import { declaim, may } from '../../service.ts'
import { Table } from '../panel.tsx'
import { LibraryTransfer } from './library-transfer.tsx'
import { ReplacementRow } from './replacement-row.tsx'

/** Does something and loads what it changed; resolves with its success. */
export type Attempt = (act: () => Promise<unknown>) => Promise<boolean>

type TableProps = { id: string; attempt: Attempt; onDelete: (id: string) => Promise<unknown> }

/** The replacements of one library, edited in place. */
export function LibraryTable({ id, attempt, onDelete }: TableProps) {
  const rows = useSignal<readonly Replacement[] | undefined>(undefined)
  const change: Attempt = (act) =>
    attempt(async () => {
      await act()
      rows.value = await declaim.libraries.replacements(id)
    })
  useEffect(() => void change(async () => {}), [id])
  const { name = '' } = libraries.value.find(({ library_id }) => library_id === id) ?? {}
  const isUsed = libraryIds.value.includes(id)
  return (
    <>
      <div class="library-head">
        <input
          class="field"
          aria-label="Name of the library"
          maxLength={200}
          readOnly={!may('libraries:write')}
          defaultValue={name}
          onChange={({ currentTarget }) => {
            if (currentTarget.value.trim() === '') currentTarget.value = name
            else void change(() => declaim.libraries.rename(id, currentTarget.value.trim()))
          }}
        />
        <label class="switch">
          <input
            type="checkbox"
            checked={isUsed}
            onChange={() => {
              libraryIds.value = isUsed ? libraryIds.value.filter((one) => one !== id) : [...libraryIds.value, id]
            }}
          />
          Use it in this script
        </label>
      </div>
      <Table label="Replacements" columns={['Word', 'Said as', 'Respelling', 'On']} hasActions>
        {rows.value?.map((row) => (
          <ReplacementRow key={row.replacement_id} row={row} libraryId={id} change={change} />
        ))}
      </Table>
      {rows.value?.length === 0 && <p class="empty">This library is empty.</p>}
      {may('libraries:write') && <NewRow libraryId={id} change={change} />}
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
