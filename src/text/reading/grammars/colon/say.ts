import type { Locale } from '../../../english/dialects.ts'
import { countUnit, sayInRow, sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits, spellNumber, spellYear } from '../../../english/numbers/spell-number.ts'
import type { Fields } from '../../candidate.ts'
import type { Sayings } from '../../define-grammar.ts'
import { figuresOf, link } from '../say-figures.ts'
import { sayClock } from '../time/verbalize-time.ts'

export const COLON = {
  clock: (fields, locale) => sayClock(figuresOf(fields), locale),
  'minutes and seconds': ({ first, second, part }, locale) =>
    part === undefined
      ? sayDuration('minute', 'second')({ first: first!, second: second! }, locale)
      : `${first === '' ? '' : countUnit(first!, 'minute', locale)} ${spellNumber(`${Number(second)}.${part}`, locale)} seconds`,
  /** A standard and its year: `9001:2015`. */
  year: ({ first, second }, locale) => `${spellCardinal(first!, locale)} ${spellYear(second!, locale)}`,
  'hours and minutes': sayDuration('hour', 'minute'),
  to: link('to'),
  verse: ({ first, second }, locale) => sayInRow([first!, String(Number(second))], (one) => spellCardinal(one, locale)),
  /** Goals as the Continent writes them: `3:0`. */
  nil: ({ first }, locale) => `${first === '0' ? 'nil' : spellCardinal(first!, locale)} nil`,
  run: ({ first, second, part }, locale) =>
    `${first === '' ? '' : spellCardinal(first!, locale)} ${first === '' && second === '00' ? 'zero zero' : sayTwoDigits(second!, locale)}${part === undefined ? '' : ` point ${spellDigits(part)}`}`,
} satisfies Sayings

/** `4:05:30`. */
export const COLONS = {
  clock: ({ first, second, third }, locale) =>
    `${spellCardinal(first!, locale)} ${sayTwoDigits(second!, locale)} and ${countUnit(third!, 'second', locale)}`,
  duration: sayDuration('hour', 'minute', 'second'),
  apart: ({ first, second, third }, locale) =>
    `${spellCardinal(first!, locale)} ${sayTwoDigits(second!, locale)} ${sayTwoDigits(third!, locale)}`,
  to: link('to'),
} satisfies Sayings

/** The parts that are not nothing: `ten minutes`, `one hour and five minutes`. */
function sayDuration(...units: readonly string[]) {
  return (fields: Fields, locale: Locale): string => {
    const counts = figuresOf(fields)
    const parts = counts.flatMap((count, i) => (Number(count) === 0 ? [] : [countUnit(count, units[i]!, locale)]))
    if (parts.length === 0) return countUnit('0', units.at(-1)!, locale)
    return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(' ')} and ${parts.at(-1)}`
  }
}
