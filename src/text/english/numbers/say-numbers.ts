import type { Locale } from '../dialects.ts'
import { spellCardinal, spellDigits, spellPairs } from './spell-number.ts'

/** Spoken apart: `10-2` as `ten two`, `4-4-2` as `four four two`. */
export function sayApart(numbers: readonly string[], link: string, locale: Locale): string {
  return numbers.map((one) => spellCardinal(one, locale)).join(` ${link} `)
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
