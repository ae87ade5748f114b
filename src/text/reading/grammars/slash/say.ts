import { findMonthName } from '../../../english/calendar.ts'
import type { Locale } from '../../../english/dialects.ts'
import { countUnit, sayInPairs, sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellYear, toOrdinalWords } from '../../../english/numbers/spell-number.ts'
import type { Fields } from '../../candidate.ts'
import type { Sayings } from '../../define-grammar.ts'
import { each, inRow, link, sayDate, sayOtherDate } from '../say-figures.ts'
import { verbalizeFraction } from './verbalize-fraction.ts'

/** Days, weeks and months as British doctors write them: `for 3/7`, `review in 6/52`. */
export const PERIODS: Readonly<Record<string, string>> = { '7': 'day', '52': 'week', '12': 'month' }

export const SLASH = {
  /** In the order of the locale. */
  date: sayDate,
  'other date': sayOtherDate,
  'month and year': ({ first, second }, locale) =>
    `${findMonthName(Number(first))} ${spellYear(second!.length === 2 ? `20${second}` : second!, locale)}`,
  fraction: sayFraction,
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
  'over in pairs': each(sayInPairs, ' over '),
  /** `5/6 people`. */
  or: link('or'),
  slash: link('slash'),
  'slash in pairs': each(sayInPairs, ' slash '),
  for: link('for'),
  /** Things with numbers: `ports 80/443`. */
  and: each(sayInPairs, ' and '),
  apart: each(sayInPairs),
  season: ({ first, second }, locale) => `${spellYear(first!, locale)} ${sayTwoDigits(second!.slice(-2), locale)}`,
  years: ({ first, second }, locale) => `${spellYear(first!, locale)} to ${sayTwoDigits(second!.slice(-2), locale)}`,
} satisfies Sayings

function sayFraction({ first, second }: Fields, locale: Locale): string {
  return verbalizeFraction({ numerator: Number(first), denominator: Number(second) }, { locale })
}

/** Three figures. */
export const SLASHES = {
  date: sayDate,
  'other date': sayOtherDate,
  apart: inRow(spellCardinal),
  slash: link('slash'),
  pairs: inRow(sayInPairs),
} satisfies Sayings
