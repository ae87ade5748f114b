import { findMonthName, MONTHS } from '../../../english/calendar.ts'
import { hasTrait, type Locale } from '../../../english/dialects.ts'
import { spellCardinal, spellOrdinal, spellYear } from '../../../english/numbers/spell-number.ts'
import type { Manner } from '../../scene.ts'
import { verbalizeTime } from '../time/verbalize-time.ts'
import { findMonthAndDay } from './order.ts'

export type CalendarDate = { readonly day: number; readonly month: number; readonly year?: string | undefined }

const NUMERIC = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/

/** A date in figures: `11/03/2026` (in the order of the dialect), `3.11.2026`, `2026-11-03`; or undefined. */
export function findNumericDate(text: string, { locale }: Manner): CalendarDate | undefined {
  if (!/\d[-/.]/.test(text)) return undefined
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? []
  if (isoYear !== undefined) return checked({ year: isoYear, month: Number(isoMonth), day: Number(isoDay) })
  const named = findNamedDate(text)
  if (named !== undefined) return named
  const [, first, separator, second, year] = NUMERIC.exec(text) ?? []
  if (first === undefined || year === undefined || (year.length === 2 && separator !== '/')) return undefined
  const date = findMonthAndDay(locale, first, second!)
  return date === undefined ? undefined : { year, ...date }
}

const NAMED = /^(\d{1,2})-([A-Z][a-z]{2,8}|[A-Z]{3})(?:-(\d{4}|\d{2}))?$|^(\d{4})-([A-Z][a-z]{2,8}|[A-Z]{3})-(\d{1,2})$/

/** `5-Jan-2020`, `12-JAN-24`, `5-Jan`, `2020-Jan-05`. */
export function findNamedDate(text: string): CalendarDate | undefined {
  const [, day, name, lastYear, firstYear, lastName, lastDay] = NAMED.exec(text) ?? []
  const year = lastYear ?? firstYear
  const month = MONTHS.get((name ?? lastName ?? '').toLowerCase())
  return month === undefined ? undefined : checked({ day: Number(day ?? lastDay), month, year })
}

/** `24` as `2024`, `76` as `1976`. */
function fullYear(year: string): string {
  return year.length === 2 ? (Number(year) < 50 ? '20' : '19') + year : year
}

function checked(date: CalendarDate): CalendarDate | undefined {
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= 31 ? date : undefined
}

/** `november third twenty twenty six`, in some dialects `the third of november twenty twenty six`. A year may have two figures. */
export function verbalizeDate({ day, month, year }: CalendarDate, { locale }: Pick<Manner, 'locale'>): string {
  const name = findMonthName(month)!
  const ordinal = spellOrdinal(String(day), locale)
  const date = hasTrait(locale, 'the-day') ? `the ${ordinal} of ${name}` : `${name} ${ordinal}`
  return year === undefined ? date : `${date} ${spellYear(fullYear(year), locale)}`
}

/** Figures of a month and a day, and perhaps a year, in the order of the dialect, or in the only possible one; undefined if they are no date. */
export function verbalizeMonthAndDay(
  [first = '', second = '', year]: readonly string[],
  locale: Locale,
): string | undefined {
  const date = findMonthAndDay(locale, first, second)
  return date && verbalizeDate({ ...date, year }, { locale })
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/

/** `2025-03-09T14:05:09Z` (ISO 8601): the date, the time and the zone. */
export function verbalizeTimestamp(text: string, manner: Manner): string | undefined {
  const [, day, clock, zone] = TIMESTAMP.exec(text) ?? []
  const date = day === undefined ? undefined : findNumericDate(day, manner)
  const time = clock === undefined ? undefined : verbalizeTime(clock, manner, { exact: true })
  if (date === undefined || time === undefined) return undefined
  return `${verbalizeDate(date, manner)} at ${time}${zone === 'Z' ? ' U T C' : verbalizeOffset(zone, manner)}`
}

function verbalizeOffset(zone: string | undefined, { locale }: Manner): string {
  const [, sign, hours = '', minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  if (sign === undefined) return ''
  const rest = minutes === '00' ? '' : ` ${spellCardinal(minutes!, locale)}`
  return ` U T C ${sign === '+' ? 'plus' : 'minus'} ${spellCardinal(hours, locale)}${rest}`
}
