import type { Locale } from '../dialects.ts'
import { spellCardinal, spellDigits, spellPairs } from './spell-number.ts'

/** Whether two figures that are said one after the other sound like one number: `30` and `6`, `300` and `25`. */
export function soundLikeOne(first: string, second: string): boolean {
  const [ten, rest] = [Number(first), Number(second)]
  return ten >= 20 && rest > 0 && !second.startsWith('0') && ten % 10 ** second.length === 0
}

/** Figures one after the other, a short pause where two of them would sound like one number: `20-4-1` as `twenty, four one`. */
export function sayInRow(figures: readonly string[], sayOne: (figure: string) => string): string {
  return figures.map((one, i) => (soundLikeOne(one, figures[i + 1] ?? '') ? `${sayOne(one)},` : sayOne(one))).join(' ')
}

/** Two digits behind a colon or a point: `05` as `oh five`, `00` as nothing. */
export function sayTwoDigits(digits: string, locale: Locale): string {
  if (digits === '00') return ''
  return digits.startsWith('0') ? spellDigits(digits, 'oh') : spellCardinal(digits, locale)
}

/** As people say the numbers of rooms: `0412` as `oh four twelve`, others as `spellPairs` says them. */
export function sayInPairs(digits: string, locale: Locale): string {
  const led = /^0(\d)([1-9]\d)$/.exec(digits)
  if (led !== null) return `oh ${spellDigits(led[1]!, 'oh')} ${spellCardinal(led[2]!, locale)}`
  if (/^0[1-9]\d\d$|^\d\d0[1-9]$|^0\d{3}$/.test(digits) && digits.length === 4)
    return `${sayTwoDigits(digits.slice(0, 2), locale)} ${digits.endsWith('00') ? 'hundred' : sayTwoDigits(digits.slice(2), locale)}`
  return spellPairs(digits, locale)
}

/** `one minute`, `two minutes`. */
export function countUnit(count: string, unit: string, locale: Locale): string {
  const amount = spellCardinal(count, locale)
  return `${amount} ${unit}${amount === 'one' ? '' : 's'}`
}
