import type { ReplacementInput } from '../../../../client/src/declaim.ts'
import { saveFile } from '../../exports/save-file.ts'
import { declaim, may } from '../../service.ts'
import type { Attempt } from './library-table.tsx'

type Rows = Parameters<typeof declaim.libraries.addMany>[1]

type Props = { libraryId: string; change: Attempt; onDelete: (id: string) => Promise<unknown> }

/** Takes a library in as CSV, JSON or a lexicon, and out as CSV or JSON. An import adds every row, or none and says which rows are wrong. */
export function LibraryTransfer({ libraryId, change, onDelete }: Props) {
  const upload = (event: Event & { currentTarget: HTMLInputElement }): void => {
    const file = event.currentTarget.files?.[0]
    if (file !== undefined) void change(async () => await declaim.libraries.addMany(libraryId, await readRows(file)))
    event.currentTarget.value = ''
  }
  const download = (form: 'csv' | 'json') => (): void => {
    void change(async () => {
      const content = form === 'csv' ? await declaim.libraries.exportCsv(libraryId) : await exportJson(libraryId)
      saveFile(`replacements.${form}`, new Blob([content]))
    })
  }
  return (
    <div class="actions">
      {may('libraries:write') && (
        <label class="button">
          Import CSV, JSON or PLS
          <input
            class="visually-hidden"
            type="file"
            accept=".csv,.json,.pls,.xml,text/csv,application/json,application/pls+xml"
            onChange={upload}
          />
        </label>
      )}
      <button type="button" class="button" onClick={download('csv')}>
        Export CSV
      </button>
      <button type="button" class="button" onClick={download('json')}>
        Export JSON
      </button>
      {may('libraries:write') && (
        <button type="button" class="button" onClick={() => void onDelete(libraryId)}>
          Delete library
        </button>
      )}
    </div>
  )
}

async function readRows(file: File): Promise<Rows> {
  const content = await file.text()
  if (content.includes('\0')) throw new Error(`Cannot import ${file.name}: it is no CSV, JSON or PLS`)
  if (/^\s*<(?:\?xml|lexicon|!--)/.test(content)) return { pls: content }
  if (!file.name.toLowerCase().endsWith('.json')) return content
  let rows: unknown
  try {
    rows = JSON.parse(content)
  } catch {
    throw new Error(`Cannot import ${file.name}: it is no JSON`)
  }
  if (!Array.isArray(rows)) throw new Error(`Cannot import ${file.name}: expected an array of replacements`)
  return rows as readonly ReplacementInput[]
}

async function exportJson(libraryId: string): Promise<string> {
  const rows = await declaim.libraries.replacements(libraryId)
  const plain = rows.map(({ original, replacement_text, is_phonetic_respelling, enabled }) => ({
    original,
    replacement_text,
    is_phonetic_respelling,
    enabled,
  }))
  return JSON.stringify(plain, undefined, 2)
}
