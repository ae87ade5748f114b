import type { Locale } from '../../../english/dialects.ts'
import { sayApart, sayInPairs, sayInRow, sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits, spellYear } from '../../../english/numbers/spell-number.ts'
import type { Fields } from '../../candidate.ts'
import type { Sayings } from '../../define-grammar.ts'
import { findMonthAndDay } from '../date/order.ts'
import { verbalizeDate } from '../date/verbalize-date.ts'

export const HYPHEN = {
  to: link('to'),
  /** `pp. 40-3`. */
  'to, in full': ({ first, second }, locale) =>
    sayApart([first!, first!.slice(0, -second!.length) + second!], 'to', locale),
  years: ({ first, second }, locale) => `${spellYear(first!, locale)} to ${sayYear(second!, locale)}`,
  /** `2004-05` as `two thousand four oh five`. */
  season: ({ first, second }, locale) => `${spellYear(first!, locale)} ${sayYear(second!, locale)}`,
  'years minus': ({ first, second }, locale) => `${spellYear(first!, locale)} minus ${sayYear(second!, locale)}`,
  and: link('and'),
  minus: link('minus'),
  apart: ({ first, second }, locale) => `${spellCardinal(first!, locale)} ${spellCardinal(second!, locale)}`,
  for: link('for'),
  /** Shots that were good, of those tried. */
  of: link('of'),
  /** Hours of the day in four figures. */
  'pairs to': ({ first, second }, locale) => `${sayInPairs(first!, locale)} to ${sayInPairs(second!, locale)}`,
  /** The record of a career: `257-141`. */
  'pairs and': ({ first, second }, locale) => `${sayInPairs(first!, locale)} and ${sayInPairs(second!, locale)}`,
  /** `0800-1700` on a ship or in an army. */
  hours: ({ first, second }, locale) => `${sayHours(first!, locale)} to ${sayHours(second!, locale)}`,
  dash: link('dash'),
  nil: nought('nil', ' '),
  nothing: nought('nothing', ' '),
  'to nothing': nought('nothing', ' to '),
  oh: nought('oh', ' '),
  'and oh': nought('oh', ' and '),
  love: nought('love', ' '),
  all: ({ first }, locale) => `${first === '0' ? 'nil' : spellCardinal(first!, locale)} all`,
  digits: ({ first, second }) => `${spellDigits(first!)}, ${spellDigits(second!)}`,
  pairs: ({ first, second }, locale) => `${sayInPairs(first!, locale)} ${sayInPairs(second!, locale)}`,
  /** Numbers of a series: `4410000–4419999`. */
  'digits to': ({ first, second }) => `${spellDigits(first!)} to ${spellDigits(second!)}`,
  'pairs and digits': ({ first, second }, locale) => `${sayInPairs(first!, locale)} ${spellDigits(second!)}`,
  date: ({ first, second }, locale) => verbalizeDate(findMonthAndDay(locale, first!, second!)!, { locale }),
} satisfies Sayings

function sayYear(figures: string, locale: Locale): string {
  return figures.length === 2 ? sayTwoDigits(figures, locale) : spellYear(figures, locale)
}

/** `0800` as `zero eight hundred`, `1730` as `seventeen thirty`. */
function sayHours(figures: string, locale: Locale): string {
  const [hour, minutes] = [figures.slice(0, 2), figures.slice(2)]
  const said = hour.startsWith('0') ? spellDigits(hour) : spellCardinal(hour, locale)
  return minutes === '00' ? `${said} hundred` : `${said} ${sayTwoDigits(minutes, locale)}`
}

function link(word: string) {
  return ({ first, second }: Fields, locale: Locale): string => sayApart([first!, second!], word, locale)
}

/** Zero by the name that it has in a game. */
function nought(name: string, between: string) {
  return ({ first, second }: Fields, locale: Locale): string =>
    [first!, second!].map((points) => (points === '0' ? name : spellCardinal(points, locale))).join(between)
}

/** Three figures and more. */
export const HYPHENS = {
  apart: ({ figures }, locale) => sayInRow(figures!.split('-'), (one) => sayFigure(one, locale)),
  minus: ({ figures }, locale) => sayApart(figures!.split('-'), 'minus', locale),
  'last with and': ({ figures }, locale) => {
    const parts = figures!.split('-')
    return `${sayInRow(parts.slice(0, -1), (one) => sayFigure(one, locale))} and ${sayFigure(parts.at(-1)!, locale)}`
  },
  digits: ({ figures }) =>
    figures!
      .split('-')
      .map((one) => spellDigits(one))
      .join(', '),
  /** A standard and its parts: `1991-1-4`. */
  dash: ({ figures }, locale) =>
    figures!
      .split('-')
      .map((one) => sayInPairs(one, locale))
      .join(' dash '),
  pairs: ({ figures }, locale) => sayInRow(figures!.split('-'), (one) => sayInPairs(one, locale)),
  date: ({ figures }, locale) => {
    const [first, second, year] = figures!.split('-')
    return verbalizeDate({ ...findMonthAndDay(locale, first!, second!)!, year: year! }, { locale })
  },
  'date from the year': ({ figures }, locale) => {
    const [year, month, day] = figures!.split('-')
    return verbalizeDate({ month: Number(month), day: Number(day), year: year! }, { locale })
  },
} satisfies Sayings

/** The drawn games of a record and the missing wheels of a locomotive are `oh`. */
function sayFigure(figure: string, locale: Locale): string {
  return figure === '0' ? 'oh' : spellCardinal(figure, locale)
}
