import type { Locale } from '../../../english/dialects.ts'
import { sayInPairs, sayInRow, sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits, spellYear } from '../../../english/numbers/spell-number.ts'
import type { Sayings } from '../../define-grammar.ts'
import { dateIn, each, figuresOf, inRow, link, sayDate, sayDigits } from '../say-figures.ts'

export const HYPHEN = {
  to: link('to'),
  /** `pp. 40-3`. */
  'to, in full': ({ first, second }, locale) =>
    link('to')({ first: first!, second: first!.slice(0, -second!.length) + second! }, locale),
  years: each(sayYear, ' to '),
  /** `2004-05` as `two thousand four oh five`. */
  season: each(sayYear),
  'years minus': each(sayYear, ' minus '),
  and: link('and'),
  minus: link('minus'),
  apart: each(spellCardinal),
  for: link('for'),
  /** Shots that were good, of those tried. */
  of: link('of'),
  /** Hours of the day in four figures. */
  'pairs to': each(sayInPairs, ' to '),
  /** The record of a career: `257-141`. */
  'pairs and': each(sayInPairs, ' and '),
  /** `0800-1700` on a ship or in an army. */
  hours: each(sayHours, ' to '),
  dash: link('dash'),
  nil: nought('nil', ' '),
  nothing: nought('nothing', ' '),
  'to nothing': nought('nothing', ' to '),
  oh: nought('oh', ' '),
  'and oh': nought('oh', ' and '),
  love: nought('love', ' '),
  all: ({ first }, locale) => `${first === '0' ? 'nil' : spellCardinal(first!, locale)} all`,
  digits: each(sayDigits, ', '),
  pairs: each(sayInPairs),
  /** Numbers of a series: `4410000–4419999`. */
  'digits to': each(sayDigits, ' to '),
  'pairs and digits': ({ first, second }, locale) => `${sayInPairs(first!, locale)} ${spellDigits(second!)}`,
  date: sayDate,
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

/** Zero by the name that it has in a game. */
function nought(name: string, between: string) {
  return each((points, locale) => (points === '0' ? name : spellCardinal(points, locale)), between)
}

/** Three figures and more. */
export const HYPHENS = {
  apart: inRow(sayFigure),
  minus: link('minus'),
  'last with and': (fields, locale) => {
    const parts = figuresOf(fields)
    return `${sayInRow(parts.slice(0, -1), (one) => sayFigure(one, locale))} and ${sayFigure(parts.at(-1)!, locale)}`
  },
  digits: each(sayDigits, ', '),
  /** A standard and its parts: `1991-1-4`. */
  dash: each(sayInPairs, ' dash '),
  pairs: inRow(sayInPairs),
  date: sayDate,
  'date from the year': dateIn('ymd'),
} satisfies Sayings

/** The drawn games of a record and the missing wheels of a locomotive are `oh`. */
function sayFigure(figure: string, locale: Locale): string {
  return figure === '0' ? 'oh' : spellCardinal(figure, locale)
}
