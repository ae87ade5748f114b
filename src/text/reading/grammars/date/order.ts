import { hasTrait, type Locale } from '../../../english/dialects.ts'

/** Two figures of a date in the order of the dialect. */
export function inOrderOf<One>(locale: Locale, first: One, second: One): { readonly month: One; readonly day: One } {
  return hasTrait(locale, 'days-first') ? { month: second, day: first } : { month: first, day: second }
}

/** Whether two figures can be a month and a day in the order of the dialect. */
export function isDate(first: string, second: string, locale: Locale): boolean {
  const { month, day } = inOrderOf(locale, first, second)
  return isMonth(month) && isDay(day)
}

/** Whether digits can be the number of a month. */
export function isMonth(digits: string): boolean {
  return isUpTo(12, digits)
}

/** Whether digits can be the number of a day. */
export function isDay(digits: string): boolean {
  return isUpTo(31, digits)
}

function isUpTo(most: number, digits: string): boolean {
  return digits.length < 3 && Number(digits) >= 1 && Number(digits) <= most
}
