import { InvalidArgumentError } from '@commander-js/extra-typings'
import { parseIsoTime } from '../api/schemas/parse-time.ts'

/** Items of a list such as `synthesize,clips:read`. */
export function parseList(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '')
}

/** A whole number from 1 up. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 up.')
  return Number(text)
}

/** The position of an entry: a whole number from 0 up. */
export function parsePosition(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 0 up.')
  return Number(text)
}

/** A number from 0 up. */
export function parseAmount(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Expected a number such as 24 or 0.5.')
  return Number(text)
}

/** Numbers from 0 up, with commas between them. */
export function parseNumbers(text: string): readonly number[] {
  return parseList(text).map(parseAmount)
}

/** The epoch milliseconds of a date, which is its midnight in UTC, or of a time with its zone. */
export function parseDate(text: string): number {
  const time = parseIsoTime(text)
  if (time === undefined)
    throw new InvalidArgumentError('Expected a date such as 2027-01-31, or a time such as 2027-01-31T09:30:00Z.')
  return time
}

/** A day such as 2026-03-14. */
export function parseDay(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || parseIsoTime(text) === undefined)
    throw new InvalidArgumentError('Expected a day such as 2026-03-14.')
  return text
}
