import { CsvError, parse } from 'csv-parse/browser/esm/sync'

/** A line of a script, as its file has it. */
export type ScriptLine = { readonly text: string; readonly voice?: string; readonly pause?: number }

/** The names under which files have each column. */
const COLUMNS = {
  text: ['text', 'line', 'script', 'dialogue', 'dialog', 'paragraph'],
  voice: ['voice', 'speaker', 'speaker_id', 'avatar', 'character', 'name'],
  pause: ['pause', 'pause_seconds'],
} as const

/**
 * Reads CSV: with a header that names its columns, else one column of text, or voices and then text. Throws an error for
 * people, with the line that is wrong.
 */
export function readCsv(content: string): readonly ScriptLine[] {
  const rows = parseRows(content)
  const header = (rows[0] ?? []).map((cell) => cell.toLowerCase().trim())
  const placeOf = (name: keyof typeof COLUMNS) =>
    header.findIndex((cell) => (COLUMNS[name] as readonly string[]).includes(cell))
  if (placeOf('text') === -1) {
    if (header.length > 2) throw new Error('Cannot read the CSV: no column is named “text”')
    return rows.map((row) => (row.length === 1 ? { text: row[0] ?? '' } : { voice: row[0] ?? '', text: row[1] ?? '' }))
  }
  const [text, voice, pause] = [placeOf('text'), placeOf('voice'), placeOf('pause')]
  return rows.slice(1).map((row, index) => ({
    text: row[text] ?? '',
    ...(voice !== -1 && { voice: row[voice] ?? '' }),
    ...(pause !== -1 && row[pause] !== '' && { pause: readPause(row[pause] ?? '', index + 2) }),
  }))
}

function parseRows(content: string): readonly (readonly string[])[] {
  try {
    return parse(content, { bom: true, skip_empty_lines: true, trim: true }) as string[][]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`Cannot read the CSV: ${error.message}`)
  }
}

function readPause(cell: string, line: number): number {
  const seconds = Number(cell)
  if (!(seconds >= 0 && seconds <= 10))
    throw new Error(`Cannot read the CSV: row ${line} has the pause “${cell}”, expected 0 to 10 seconds`)
  return seconds
}
