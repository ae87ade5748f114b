import { spellYear } from '../../../normalization/numbers/spell-number.ts'
import { verbalizeDate } from '../../../normalization/pieces/verbalize-date.ts'
import { verbalizeFraction } from '../../../normalization/pieces/verbalize-fraction.ts'
import type { Locale } from '../../../normalization/scene.ts'
import { findMonthName } from '../../../normalization/tables/calendar.ts'
import type { Fields } from '../../candidate.ts'
import type { Sayings } from '../../define-grammar.ts'
import { sayApart, sayInPairs, sayTwoDigits } from '../../say-numbers.ts'

export const SLASH = {
  /** In the order of the locale. */
  date: ({ first, second }, locale) => sayDate(orderOf(locale, first!, second!), locale),
  'other date': ({ first, second }, locale) => sayDate(orderOf(locale, second!, first!), locale),
  'month and year': ({ first, second }, locale) =>
    `${findMonthName(Number(first))} ${spellYear(second!.length === 2 ? `20${second}` : second!, locale)}`,
  fraction: ({ first, second }, locale) =>
    verbalizeFraction({ numerator: Number(first), denominator: Number(second) }, { locale }),
  'out of': link('out of'),
  of: link('of'),
  to: link('to'),
  over: link('over'),
  /** `130/80` as `one thirty over eighty`. */
  'over in pairs': ({ first, second }, locale) =>
    [first!, second!].map((one) => sayInPairs(one, locale)).join(' over '),
  slash: link('slash'),
  for: link('for'),
  /** Things with numbers: `ports 80/443`. */
  and: ({ first, second }, locale) => [first!, second!].map((one) => sayInPairs(one, locale)).join(' and '),
  apart: ({ first, second }, locale) => [first!, second!].map((one) => sayInPairs(one, locale)).join(' '),
  season: ({ first, second }, locale) => `${spellYear(first!, locale)} ${sayTwoDigits(second!.slice(-2), locale)}`,
} satisfies Sayings

function link(word: string) {
  return ({ first, second }: Fields, locale: Locale): string => sayApart([first!, second!], word, locale)
}

function orderOf(locale: Locale, first: string, second: string): { month: number; day: number } {
  return locale === 'en_US'
    ? { month: Number(first), day: Number(second) }
    : { month: Number(second), day: Number(first) }
}

function sayDate(date: { month: number; day: number }, locale: Locale): string {
  return verbalizeDate(date, { locale })
}

/** Three figures. */
export const SLASHES = {
  date: (fields, locale) => sayFullDate(fields, locale, locale === 'en_US'),
  'other date': (fields, locale) => sayFullDate(fields, locale, locale !== 'en_US'),
  apart: ({ first, second, third }, locale) => sayApart([first!, second!, third!], '', locale).replaceAll('  ', ' '),
  slash: ({ first, second, third }, locale) => sayApart([first!, second!, third!], 'slash', locale),
} satisfies Sayings

function sayFullDate({ first, second, third }: Fields, locale: Locale, monthFirst: boolean): string {
  const [month, day] = (monthFirst ? [first, second] : [second, first]).map(Number) as [number, number]
  const year = third!.length === 2 ? (Number(third) < 50 ? '20' : '19') + third : third!
  return verbalizeDate({ month, day, year }, { locale })
}
