import { hasTrait, type Locale } from '../../../english/dialects.ts'

/** Two figures of a date in the order of the dialect. */
function inOrderOf<One>(locale: Locale, first: One, second: One): { readonly month: One; readonly day: One } {
  return hasTrait(locale, 'days-first') ? { month: second, day: first } : { month: first, day: second }
}

/** Whether two figures can be a month and a day in the order of the dialect. */
export function isUsualDate(locale: Locale, first: string, second: string): boolean {
  const { month, day } = inOrderOf(locale, first, second)
  return isMonth(month) && isDay(day)
}

type MonthAndDay = { readonly month: number; readonly day: number }

/** Two figures as a month and a day: in the order of the dialect, or in the only possible one. Undefined if they are no date. */
export function findMonthAndDay(locale: Locale, first: string, second: string): MonthAndDay | undefined {
  const { month, day } = inOrderOf(locale, Number(first), Number(second))
  if (isUsualDate(locale, first, second)) return { month, day }
  return isUsualDate(locale, second, first) ? { month: day, day: month } : undefined
}

/** Whether two different figures can be a month and a day in either order. */
export function hasTwoOrders(first: string, second: string): boolean {
  return isMonth(first) && isMonth(second) && Number(first) !== Number(second)
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
