import { InvalidArgumentError } from '@commander-js/extra-typings'

/** Items of a list such as `synthesize,clips:read`. */
export function parseList(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '')
}

/** A whole number from 1 up. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 up.')
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

/** The epoch milliseconds of a date. */
export function parseDate(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new InvalidArgumentError('Expected a date such as 2027-01-31.')
  return time
}

/** A day such as 2026-03-14. */
export function parseDay(text: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('Expected a day such as 2026-03-14.')
  return text
}
