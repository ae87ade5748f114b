import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import type { ScriptLine } from './blocks.ts'

/** The names under which files have each column. */
const COLUMNS = {
  text: ['text', 'line', 'script', 'dialogue', 'dialog', 'paragraph', 'prompt'],
  voice: ['voice', 'speaker', 'speaker_id', 'avatar', 'character'],
  pause: ['pause', 'pause_seconds'],
  name: ['name', 'file', 'filename', 'file_name', 'id', 'key'],
} as const

const LONGEST_PAUSE = 10
const LONGEST_NAME = 200

/**
 * Reads CSV: with a header that names its columns, else one column of text, or voices and then text. Throws an error for
 * people that lists what is wrong in all rows. Voices that nobody has are listed with it, and are no fault alone: others can be chosen.
 */
export function readCsv(content: string, isVoice: (name: string) => boolean = () => true): readonly ScriptLine[] {
  const rows = parseRows(content)
  const header = (rows[0] ?? []).map((cell) => cell.toLowerCase().trim())
  const placeOf = (name: keyof typeof COLUMNS) =>
    header.findIndex((cell) => (COLUMNS[name] as readonly string[]).includes(cell))
  if (placeOf('text') === -1) {
    if (header.length > 2) throw new Error('Cannot read the CSV: no column is named “text”')
    return rows.map((row) => (row.length === 1 ? { text: row[0] ?? '' } : { voice: row[0] ?? '', text: row[1] ?? '' }))
  }
  const [text, voice, pause, name] = [placeOf('text'), placeOf('voice'), placeOf('pause'), placeOf('name')]
  const faults: string[] = []
  const strangers: string[] = []
  const lines = rows.slice(1).map((row, index): ScriptLine => {
    const seconds = pause === -1 || row[pause] === '' ? undefined : Number(row[pause])
    const called = name === -1 ? '' : (row[name] ?? '')
    if (seconds !== undefined && !(seconds >= 0 && seconds <= LONGEST_PAUSE))
      faults.push(`row ${index + 2} has the pause “${row[pause]}”, expected 0 to ${LONGEST_PAUSE} seconds`)
    if (called.length > LONGEST_NAME)
      faults.push(`row ${index + 2} has a name of ${called.length} characters, expected at most ${LONGEST_NAME}`)
    const speaker = voice === -1 ? '' : (row[voice] ?? '')
    if (speaker !== '' && !isVoice(speaker))
      strangers.push(`row ${index + 2} has the voice “${speaker}”, which nobody has`)
    return {
      text: row[text] ?? '',
      ...(voice !== -1 && { voice: row[voice] ?? '' }),
      ...(seconds !== undefined && { pause: seconds }),
      ...(called !== '' && { name: called }),
    }
  })
  if (faults.length > 0) throw new Error(`Cannot read the CSV: ${[...faults, ...strangers].join('; ')}`)
  return lines
}

function parseRows(content: string): readonly (readonly string[])[] {
  try {
    const delimiter = content.slice(0, content.indexOf('\n')).includes('\t') ? '\t' : [',', ';']
    return parse(content, { bom: true, skip_empty_lines: true, trim: true, delimiter }) as string[][]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`Cannot read the CSV: ${error.message}`)
  }
}
