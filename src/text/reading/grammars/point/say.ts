import { CURRENCIES } from '../../../english/currencies.ts'
import { dialectOf, type Locale } from '../../../english/dialects.ts'
import { sayInPairs, sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits, spellNumber } from '../../../english/numbers/spell-number.ts'
import type { Sayings } from '../../define-grammar.ts'
import { dateIn, each, link, sayDate, sayDigits } from '../say-figures.ts'

export const POINT = {
  decimal: ({ whole, part }, locale) => spellNumber(`${whole}.${part}`, locale)!,
  /** `Python 3.11` as `three point eleven`. */
  version: ({ whole, part }, locale) => `${spellCardinal(whole!, locale)} point ${sayTwoDigits(part!, locale)}`,
  clock: ({ whole, part }, locale) =>
    part === '00'
      ? `${spellCardinal(whole!, locale)} o'clock`
      : `${spellCardinal(whole!, locale)} ${sayTwoDigits(part!, locale)}`,
  /** A size of a shoe. */
  'and a half': ({ whole }, locale) => `${spellCardinal(whole!, locale)} and a half`,
  /** `16.00` as `sixteen hundred`. */
  hundred: ({ whole }, locale) => `${spellCardinal(whole!, locale)} hundred`,
  /** `29 CFR 1910.147` as `nineteen ten point one four seven`. */
  pairs: ({ whole, part }, locale) => `${sayInPairs(whole!, locale)} point ${spellDigits(part!)}`,
  /** A verse or the grade of a climb. */
  apart: each(spellCardinal),
  /** The point parts thousands, as on the continent of Europe. */
  thousands: ({ whole, part }, locale) => spellCardinal(`${whole}${part}`, locale),
  /** In the currency of the dialect, unless the text has named another. */
  price: ({ whole, part, currency }, locale) => {
    const { one, many, cent, cents } = CURRENCIES.get(currency ?? dialectOf(locale).currency)!
    const rest = `${spellCardinal(part!, locale)} ${Number(part) === 1 && cents !== 'pence' ? cent : cents}`
    if (Number(whole) === 0) return rest
    const sum = `${spellCardinal(whole!, locale)} ${Number(whole) === 1 ? one : many}`
    return part === '00' ? sum : `${sum} and ${rest}`
  },
  date: dateIn('dm'),
  channel: each(sayDigits, ' point '),
  dot: link('dot'),
} satisfies Sayings

/** Nothing before the point: `.312`. */
export const FRACTION_OF_ONE = {
  decimal: ({ part }) => `point ${spellDigits(part!)}`,
  name: ({ part }, locale) => sayInPairs(part!, locale),
} satisfies Sayings

/** Three figures and more: `2.0.1`, `192.168.0.1`. */
export const POINTS = {
  point: each(sayFigure, ' point '),
  dot: each(sayFigure, ' dot '),
  /** As on the continent of Europe: `1.250.000`. */
  thousands: ({ figures }, locale) => spellCardinal(figures!.replaceAll('.', ''), locale),
  'dot and digits': each(sayDigits, ' dot '),
  date: sayDate,
  'day first': dateIn('dmy'),
  /** Minutes, seconds and their parts: `2.04.6`. */
  run: ({ figures }, locale) => {
    const [minutes, seconds, parts] = figures!.split('.')
    return `${spellCardinal(minutes!, locale)} ${sayTwoDigits(seconds!, locale)} point ${spellDigits(parts!)}`
  },
} satisfies Sayings

function sayFigure(figure: string, locale: Locale): string {
  return /^0\d/.test(figure) ? spellDigits(figure) : spellCardinal(figure, locale)
}
