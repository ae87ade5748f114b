import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { avatars } from '../../catalogue.ts'
import type { LocalScript } from '../../projects/local-scripts.ts'
import { describeError } from '../../service.ts'
import { createImportedScript, isVoice, listUnknownVoices } from '../new-script.ts'
import { ENCODINGS, type Encoding } from './decode-text.ts'
import { changeOptions, importOptions } from './import-options.ts'
import { DEFAULT_OPTIONS, type ImportedScript, type ImportOptions, readScriptFile } from './read-script-file.ts'

/** A file that is about to be imported, as it would become. */
type Pending = { readonly file: File; readonly script: ImportedScript; readonly problem?: string }

const pending = signal<Pending | undefined>(undefined)

/** Reads a file and shows what it would make. Throws an error for people if it cannot be read. */
export async function beginImport(file: File): Promise<void> {
  const { keepsTimes, encoding, quoteVoice } = DEFAULT_OPTIONS
  changeOptions({ keepsTimes, encoding, quoteVoice })
  pending.value = { file, script: await readScriptFile(file, { ...importOptions.value, isVoice }) }
}

/** Reads the file again, as it is chosen now. */
async function change(options: Partial<ImportOptions>): Promise<void> {
  changeOptions(options)
  const current = pending.value
  if (current === undefined) return
  try {
    pending.value = {
      file: current.file,
      script: await readScriptFile(current.file, { ...importOptions.value, isVoice }),
    }
  } catch (error) {
    pending.value = { ...current, problem: describeError(error) }
  }
}

/** Lines of the preview. */
const SHOWN = 12

/** What an import makes, before it is made, and how. */
export function ImportDialog({ onImport }: { onImport: (script: LocalScript) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const current = pending.value
  useEffect(() => {
    if (current !== undefined && dialog.current?.open === false) dialog.current.showModal()
  }, [current])
  if (current === undefined) return null
  const { file, script, problem } = current
  const close = (): void => {
    pending.value = undefined
  }
  return (
    <dialog ref={dialog} class="dialog dialog-export" aria-labelledby="import-title" onClose={close}>
      <h2 id="import-title" dir="auto">
        Import {file.name}
      </h2>
      <p role="status">{describe(script)}</p>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <Choices script={script} />
      <Unknown script={script} />
      <ol class="import-preview" aria-label="The first paragraphs">
        {script.lines.slice(0, SHOWN).map(({ text, level = 0, isSilent, name, voice }, index) => (
          <li key={index} class={level > 0 ? `is-heading-${level}` : ''} dir="auto">
            {(name || voice) && <span class="why">{[name, voice].filter(Boolean).join(' · ')} </span>}
            {text.length > 120 ? `${text.slice(0, 120)}…` : text}
            {isSilent && <span class="why"> (not spoken)</span>}
          </li>
        ))}
      </ol>
      <div class="actions">
        <button
          type="button"
          class="button button-primary"
          autofocus
          disabled={problem !== undefined}
          onClick={() => {
            close()
            onImport(createImportedScript(script))
          }}
        >
          Import
        </button>
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
      </div>
    </dialog>
  )
}

function describe({ lines, found }: ImportedScript): string {
  const words = lines.reduce((sum, { text }) => sum + text.split(' ').length, 0)
  const parts = [
    count(lines.length, 'paragraph'),
    count(words, 'word'),
    ...(found.headings > 0 ? [count(found.headings, 'scene')] : []),
    ...(found.tables > 0 ? [count(found.tables, 'table')] : []),
    ...(found.lists > 0 ? [count(found.lists, 'list')] : []),
  ]
  return `${parts.join(', ')}.`
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** The choices that matter for what the file has. */
function Choices({ script: { found } }: { script: ImportedScript }) {
  const { areHeadingsSilent, tables, quoteVoice, keepsTimes, encoding } = importOptions.value
  const hasChoice = found.headings + found.tables + found.quotes > 0 || found.isCaptions || found.guess !== undefined
  if (!hasChoice) return null
  return (
    <div class="fields">
      {found.headings > 0 && (
        <Select
          label="Headings"
          value={areHeadingsSilent ? 'silent' : 'spoken'}
          options={[
            ['spoken', 'Begin a scene, and are spoken'],
            ['silent', 'Begin a scene, and are not spoken'],
          ]}
          onChange={(one) => change({ areHeadingsSilent: one === 'silent' })}
        />
      )}
      {found.tables > 0 && (
        <Select
          label="Rows of tables"
          value={tables}
          options={[
            ['named', '“Column: cell” for each cell'],
            ['cells', 'The cells alone'],
          ]}
          onChange={(one) => change({ tables: one === 'cells' ? 'cells' : 'named' })}
        />
      )}
      {found.quotes > 0 && (
        <Select
          label="Quotations"
          value={String(quoteVoice ?? '')}
          options={[
            ['', 'The voice of the script'],
            ...avatars.value.map(({ id, name, style }) => [String(id), `${name} · ${style}`] as const),
          ]}
          onChange={(id) => change({ quoteVoice: id === '' ? undefined : Number(id) })}
        />
      )}
      {found.isCaptions && (
        <Select
          label="Times"
          value={keepsTimes ? 'pauses' : 'none'}
          options={[
            ['none', 'Are left out'],
            ['pauses', 'Become pauses between sentences'],
          ]}
          onChange={(one) => change({ keepsTimes: one === 'pauses' })}
        />
      )}
      {found.guess !== undefined && (
        <Select
          label="The file is not UTF-8. Read it as"
          value={encoding}
          options={Object.entries(ENCODINGS)}
          onChange={(one) => change({ encoding: one as Encoding })}
        />
      )}
    </div>
  )
}

type SelectProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => Promise<void>
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label>
      {label}
      <select class="field" value={value} onChange={({ currentTarget }) => void onChange(currentTarget.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function Unknown({ script }: { script: ImportedScript }) {
  const unknown = listUnknownVoices(script)
  if (unknown.length === 0) return null
  return (
    <p class="problem">No voice is named {unknown.slice(0, 10).join(', ')}. These paragraphs get the first voice.</p>
  )
}
