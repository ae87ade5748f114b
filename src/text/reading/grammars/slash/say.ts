import { findMonthName } from '../../../english/calendar.ts'
import type { Locale } from '../../../english/dialects.ts'
import { countUnit, sayApart, sayInPairs, sayInRow, sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellYear, toOrdinalWords } from '../../../english/numbers/spell-number.ts'
import type { Fields } from '../../candidate.ts'
import type { Sayings } from '../../define-grammar.ts'
import { findMonthAndDay } from '../date/order.ts'
import { fullYear, verbalizeDate } from '../date/verbalize-date.ts'
import { verbalizeFraction } from './verbalize-fraction.ts'

/** Days, weeks and months as British doctors write them: `for 3/7`, `review in 6/52`. */
export const PERIODS: Readonly<Record<string, string>> = { '7': 'day', '52': 'week', '12': 'month' }

export const SLASH = {
  /** In the order of the locale. */
  date: ({ first, second }, locale) => sayDate(first!, second!, locale),
  'other date': ({ first, second }, locale) => sayDate(second!, first!, locale),
  'month and year': ({ first, second }, locale) =>
    `${findMonthName(Number(first))} ${spellYear(second!.length === 2 ? `20${second}` : second!, locale)}`,
  fraction: (fields, locale) => sayFraction(fields, locale),
  prescribed: ({ first, second }, locale) => countUnit(first!, PERIODS[second!]!, locale),
  /** `a 5/16-18 bolt`. */
  thread: (fields, locale) => `${sayFraction(fields, locale)} ${spellCardinal(fields.third!, locale)}`,
  'fraction to': (fields, locale) => `${sayFraction(fields, locale)} to ${spellCardinal(fields.third!, locale)}`,
  /** `a 3/4 sleeve`. */
  'fraction, describing': (fields, locale) => sayFraction(fields, locale).replace(/s$/, ''),
  /** `1/1000 fail`. */
  in: link('in'),
  half: () => 'half',
  /** `1/250` as `one two fiftieth`. */
  'fraction in pairs': ({ second }, locale) => `one ${toOrdinalWords(sayInPairs(second!, locale))}`,
  /** `5/4` as `five quarters`, `12/7` as `twelve sevenths`: more than a whole. */
  parts: ({ first, second }, locale) =>
    `${spellCardinal(first!, locale)} ${second === '4' ? 'quarter' : toOrdinalWords(spellCardinal(second!, locale))}s`,
  'out of': link('out of'),
  of: link('of'),
  to: link('to'),
  over: link('over'),
  /** `130/80` as `one thirty over eighty`. */
  'over in pairs': ({ first, second }, locale) =>
    [first!, second!].map((one) => sayInPairs(one, locale)).join(' over '),
  /** `5/6 people`. */
  or: link('or'),
  slash: link('slash'),
  'slash in pairs': ({ first, second }, locale) =>
    [first!, second!].map((one) => sayInPairs(one, locale)).join(' slash '),
  for: link('for'),
  /** Things with numbers: `ports 80/443`. */
  and: ({ first, second }, locale) => [first!, second!].map((one) => sayInPairs(one, locale)).join(' and '),
  apart: ({ first, second }, locale) => [first!, second!].map((one) => sayInPairs(one, locale)).join(' '),
  season: ({ first, second }, locale) => `${spellYear(first!, locale)} ${sayTwoDigits(second!.slice(-2), locale)}`,
  years: ({ first, second }, locale) => `${spellYear(first!, locale)} to ${sayTwoDigits(second!.slice(-2), locale)}`,
} satisfies Sayings

function sayFraction({ first, second }: Fields, locale: Locale): string {
  return verbalizeFraction({ numerator: Number(first), denominator: Number(second) }, { locale })
}

function link(word: string) {
  return ({ first, second }: Fields, locale: Locale): string => sayApart([first!, second!], word, locale)
}

function sayDate(first: string, second: string, locale: Locale): string {
  return verbalizeDate(findMonthAndDay(locale, first, second)!, { locale })
}

/** Three figures. */
export const SLASHES = {
  date: (fields, locale) => sayFullDate(fields, locale),
  'other date': ({ first, second, third }, locale) =>
    sayFullDate({ first: second!, second: first!, third: third! }, locale),
  apart: ({ first, second, third }, locale) => sayInRow([first!, second!, third!], (one) => spellCardinal(one, locale)),
  slash: ({ first, second, third }, locale) => sayApart([first!, second!, third!], 'slash', locale),
  pairs: ({ first, second, third }, locale) => sayInRow([first!, second!, third!], (one) => sayInPairs(one, locale)),
} satisfies Sayings

function sayFullDate({ first, second, third }: Fields, locale: Locale): string {
  return verbalizeDate({ ...findMonthAndDay(locale, first!, second!)!, year: fullYear(third!) }, { locale })
}
