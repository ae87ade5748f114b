import { CsvError, parse } from 'csv-parse/sync'
import { ServiceError } from '../../errors.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { describeCsvError } from './describe-csv-error.ts'
import { showValue } from './refuse-value.ts'
import type { ReplacementBody } from './replacement.ts'

const COLUMNS = ['original', 'replacement_text', 'is_phonetic_respelling', 'enabled'] as const
/** What spreadsheets would run as a formula, also behind the apostrophe that prevents it (OWASP, "CSV Injection"). */
const FORMULA = /^'*[=+\-@\t\r]/
/** A cell with such an apostrophe in front. */
const SHIELDED = /^'('*[=+\-@\t\r])/
const NEEDED = COLUMNS.slice(0, 2)

/**
 * Reads a CSV file (RFC 4180; UTF-8, with or without a byte order mark) of replacements under the header of COLUMNS, in any
 * order; the last two may be left out and others are ignored. Each row is an object for `parseReplacementRows`, or the error
 * that it will throw for it. Reads one row more than `maxRows`, so that the caller notices a longer file. Throws
 * MISSING_ARGUMENT if the file is not such a CSV file.
 */
export function parseReplacementCsv(bytes: Uint8Array, maxRows: number): readonly unknown[] {
  const [header, ...rows] = parseTable(decodeUtf8(bytes, 'CSV'), maxRows)
  const names = (header ?? []).map((name) => name.trim().toLowerCase())
  const isTwice = COLUMNS.some((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (isTwice || !NEEDED.every((column) => names.includes(column))) {
    throw unreadable(`its header is ${showValue((header ?? []).slice(0, 10).join(','))}; expected ${COLUMNS.join(',')}`)
  }
  return rows.map((cells) => {
    if (cells.length === names.length) return toRow(names, cells)
    return new ServiceError('MISSING_ARGUMENT', `it has ${cells.length} values but the header has ${names.length}`)
  })
}

function parseTable(text: string, maxRows: number): readonly (readonly string[])[] {
  try {
    return parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      // The header and one row too many.
      to: maxRows + 2,
    })
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(describeCsvError(error))
    throw error
  }
}

function unreadable(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot read the CSV: ${problem}`)
}

function toRow(names: readonly string[], cells: readonly string[]): Readonly<Record<string, unknown>> {
  const cellOf = (column: string): string | undefined => cells[names.indexOf(column)]?.replace(SHIELDED, '$1')
  return {
    original: cellOf('original'),
    replacement_text: cellOf('replacement_text'),
    is_phonetic_respelling: toSwitch(cellOf('is_phonetic_respelling')),
    enabled: toSwitch(cellOf('enabled')),
  }
}

/** An empty cell means absent. A value that is neither true nor false is kept, so that the error can show it. */
function toSwitch(cell = ''): boolean | string | undefined {
  const value = cell.trim().toLowerCase()
  if (value === '') return undefined
  if (value === 'true' || value === '1') return true
  return value === 'false' || value === '0' ? false : cell
}

/**
 * Writes replacements as the CSV that `parseReplacementCsv` reads. What a spreadsheet would run as a formula gets an apostrophe
 * in front, which reading takes away again.
 */
export function formatReplacementCsv(replacements: readonly ReplacementBody[]): string {
  const lines = replacements.map((replacement) => COLUMNS.map((column) => formatCell(String(replacement[column]))))
  return [COLUMNS, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function formatCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
