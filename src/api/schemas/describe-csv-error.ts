import type { CsvError } from 'csv-parse/sync'

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'a quote is opened and never closed'],
  ['INVALID_OPENING_QUOTE', 'a quote is inside a field; put the whole field in quotes, and double the quotes inside'],
  ['CSV_INVALID_CLOSING_QUOTE', 'text follows a closing quote; double the quotes inside a field'],
  [
    'CSV_RECORD_INCONSISTENT_COLUMNS',
    'it has more or fewer fields than the header; put fields that contain commas in quotes',
  ],
])

/** What is wrong with a CSV file, and in which line. Quotes nothing of the file: an open quote may hold all of it. */
export function describeCsvError({ code, lines, message }: CsvError): string {
  return `line ${Number(lines)}: ${PROBLEMS.get(code) ?? message.split(/[,:]/)[0]}`
}
