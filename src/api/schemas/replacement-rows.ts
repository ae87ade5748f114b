import { ServiceError } from '../../errors.ts'
import type { ReplacementValues } from '../../storage/records/replacements.ts'
import { checkReplacement } from '../../text/replacements/check-replacement.ts'
import type { LexiconRow } from '../../text/replacements/pls-lexicon.ts'
import { formatCount } from '../answers/format-count.ts'
import { showValue } from './refuse-value.ts'
import { MAX_ORIGINAL_LENGTH, MAX_REPLACEMENT_TEXT_LENGTH, tidyOriginal } from './replacement.ts'

/** Number of bad rows that an error explains. It only names further ones. */
const PROBLEMS_EXPLAINED = 50

type BadRow = { readonly row: number; readonly error: ServiceError }

/**
 * Checks the rows of a bulk upload, objects with the fields of a replacement. Throws one error that names every bad row,
 * counted from 1, with the code of the first.
 */
export function parseReplacementRows(body: unknown): readonly ReplacementValues[] {
  if (!Array.isArray(body)) {
    throw new ServiceError('MISSING_ARGUMENT', 'Cannot store replacements: expected a JSON array of them, or text/csv')
  }
  const values: ReplacementValues[] = []
  const bad: BadRow[] = []
  const rowOf = new Map<string, number>()
  for (const [index, row] of body.entries()) {
    try {
      const value = parseRow(row)
      const earlier = rowOf.get(value.original)
      if (earlier !== undefined) throw repeated(value.original, earlier)
      rowOf.set(value.original, index + 1)
      values.push(value)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      bad.push({ row: index + 1, error })
    }
  }
  if (bad.length > 0) throw badRows(bad, body.length)
  return values
}

/** A row of a lexicon with the fields of a replacement. */
export function toReplacementRow({ original, replacementText, isPhoneticRespelling }: LexiconRow) {
  return { original, replacement_text: replacementText, is_phonetic_respelling: isPhoneticRespelling }
}

function parseRow(row: unknown): ReplacementValues {
  if (row instanceof ServiceError) throw row
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw refusal('it is not an object')
  const fields = row as Readonly<Record<string, unknown>>
  const values = {
    original: tidyOriginal(parseText(fields, 'original', MAX_ORIGINAL_LENGTH)),
    replacementText: parseText(fields, 'replacement_text', MAX_REPLACEMENT_TEXT_LENGTH),
    isPhoneticRespelling: parseSwitch(fields, 'is_phonetic_respelling', false),
    enabled: parseSwitch(fields, 'enabled', true),
  }
  checkReplacement(values)
  return values
}

type Fields = Readonly<Record<string, unknown>>

function parseText(fields: Fields, name: string, longest: number): string {
  const value = fields[name]
  if (value === undefined || value === null) throw refusal(`${name} is missing`)
  if (typeof value !== 'string') throw refusal(`${name} is not a string`)
  if (value.length > longest) throw refusal(`${name} has ${value.length} characters; expected at most ${longest}`)
  return value
}

function parseSwitch(fields: Fields, name: string, fallback: boolean): boolean {
  const value = fields[name]
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'boolean') throw refusal(`${name} is ${showValue(value)}; expected true or false`)
  return value
}

function repeated(original: string, row: number): ServiceError {
  return new ServiceError('CONFLICT', `original "${original}" is in row ${row} too; keep one of them`)
}

function refusal(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', problem)
}

function badRows(bad: readonly BadRow[], count: number): ServiceError {
  const told = bad.slice(0, PROBLEMS_EXPLAINED).map(({ row, error }) => `row ${row}: ${error.message}`)
  const others = formatRanges(bad.slice(PROBLEMS_EXPLAINED).map(({ row }) => row))
  const list = [...told, ...(others === '' ? [] : [`and rows ${others}`])].join('; ')
  return new ServiceError(
    bad[0]!.error.code,
    `Cannot store ${formatCount(count, 'replacement')}: ${bad.length} of them cannot be used, so none is stored: ${list}`,
  )
}

/** Rising numbers as `4-6, 9`. */
function formatRanges(numbers: readonly number[]): string {
  const ranges: { readonly first: number; last: number }[] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range?.last === number - 1) range.last = number
    else ranges.push({ first: number, last: number })
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')
}
