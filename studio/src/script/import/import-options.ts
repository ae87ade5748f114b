import { signal } from '@preact/signals'
import { keepLocally } from '../../keep-locally.ts'
import { DEFAULT_OPTIONS, type ImportOptions } from './read-script-file.ts'

const KEY = 'declaim-import'

/** How documents become paragraphs, as it was chosen last in this browser. Pasted documents are read so too. */
export const importOptions = signal<ImportOptions>(readOptions())

function readOptions(): ImportOptions {
  try {
    const { areHeadingsSilent, tables } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<ImportOptions>
    return {
      ...DEFAULT_OPTIONS,
      areHeadingsSilent: areHeadingsSilent === true,
      tables: tables === 'cells' ? 'cells' : 'named',
    }
  } catch {
    return DEFAULT_OPTIONS
  }
}

export function changeOptions(change: Partial<ImportOptions>): void {
  importOptions.value = { ...importOptions.value, ...change }
  const { areHeadingsSilent, tables } = importOptions.value
  keepLocally(KEY, JSON.stringify({ areHeadingsSilent, tables }))
}
