import type { Locale } from '../../../english/dialects.ts'
import { sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits } from '../../../english/numbers/spell-number.ts'
import type { Manner } from '../../scene.ts'

const CLOCK = /^([01]?\d|2[0-4])[:.]([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?:([ap])\.?m\.?|([ap]))?$/i
const HOUR = /^(0?[1-9]|1[0-2])([ap])\.?m\.?$/i

/** `a.m.` or `p.m.` in any spelling as `A M` or `P M`, or undefined. */
export function findHalfOfDay(text = ''): string | undefined {
  const half = /^([ap])\.?m\.?$/i.exec(text)?.[1]
  return half && `${half.toUpperCase()} M`
}

/**
 * `3:45`, `15:30`, `3:45pm`, `10.30am`, `3pm`, `7:05:30` as read out, or undefined. A point between hours and minutes
 * needs `am` or `pm`. `exact` reads 3:00 without `o'clock`, for a time that `pm` follows.
 */
export function verbalizeTime(text: string, { locale }: Manner, { exact = false } = {}): string | undefined {
  const [, bareHour, bareHalf] = HOUR.exec(text) ?? []
  if (bareHour !== undefined) return `${spellCardinal(bareHour, locale)} ${bareHalf!.toUpperCase()} M`
  const [, hour, minutes, seconds, long, short] = CLOCK.exec(text) ?? []
  const half = long ?? short
  if (hour === undefined || minutes === undefined || (text.includes('.') && !/[ap]\.?m/i.test(text))) return undefined
  const isBare = half === undefined && !exact && seconds === undefined
  const words = [isBare || minutes !== '00' ? sayClock([hour, minutes], locale) : spellCardinal(hour, locale)]
  if (seconds !== undefined)
    words.push(`and ${spellCardinal(seconds, locale)} ${seconds === '01' ? 'second' : 'seconds'}`)
  if (half !== undefined) words.push(`${half.toUpperCase()} M`)
  return words.join(' ')
}

/** `three forty five`, `three o'clock`, `oh eight hundred`, `midnight`. */
export function sayClock([hour = '', minutes = '']: readonly string[], locale: Locale): string {
  const said = /^0\d$/.test(hour) && minutes === '00' ? spellDigits(hour, 'oh') : spellCardinal(hour, locale)
  if (minutes !== '00') return `${said} ${sayTwoDigits(minutes, locale)}`
  if (hour === '00') return 'midnight'
  return Number(hour) > 12 || hour.startsWith('0') ? `${said} hundred` : `${said} o'clock`
}
