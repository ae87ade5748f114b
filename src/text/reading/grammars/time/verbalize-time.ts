import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import type { Manner } from '../../scene.ts'

const CLOCK = /^([01]?\d|2[0-4])[:.]([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?:([ap])\.?m\.?|([ap]))?$/i
const HOUR = /^(\d{1,2})([ap])\.?m\.?$/i

/** `a.m.` or `p.m.` in any spelling as `A M` or `P M`, or undefined. */
export function findHalfOfDay(text: string): string | undefined {
  const [, half] = /^([ap])\.?m\.?$/i.exec(text) ?? []
  return half === undefined ? undefined : `${half.toUpperCase()} M`
}

/**
 * `3:45`, `15:30`, `3:45pm`, `10.30am`, `3pm`, `7:05:30` as read out, or undefined. A point between hours and minutes
 * needs `am` or `pm`. `exact` reads 3:00 without `o'clock`, for a time that `pm` follows.
 */
export function verbalizeTime(text: string, manner: Manner, { exact = false } = {}): string | undefined {
  const [, bareHour, bareHalf] = HOUR.exec(text) ?? []
  if (bareHour !== undefined && Number(bareHour) <= 12 && Number(bareHour) > 0)
    return `${spellCardinal(bareHour, manner.locale)} ${bareHalf!.toUpperCase()} M`
  const [, hour, minutes, seconds, long, short] = CLOCK.exec(text) ?? []
  const half = long ?? short
  if (hour === undefined || minutes === undefined || (text.includes('.') && !/[ap]\.?m/i.test(text))) return undefined
  const clock = verbalizeClock({ hour, minutes, bare: half === undefined && !exact && seconds === undefined }, manner)
  const words = [clock]
  if (seconds !== undefined)
    words.push(`and ${spellCardinal(seconds, manner.locale)} ${seconds === '01' ? 'second' : 'seconds'}`)
  if (half !== undefined) words.push(`${half.toUpperCase()} M`)
  return words.join(' ')
}

type Clock = { readonly hour: string; readonly minutes: string; readonly bare: boolean }

function verbalizeClock({ hour, minutes, bare }: Clock, { locale }: Manner): string {
  const said = spellCardinal(hour, locale)
  if (minutes !== '00') return `${said} ${minutes.startsWith('0') ? 'oh ' : ''}${spellCardinal(minutes, locale)}`
  if (!bare) return said
  if (hour === '00') return 'midnight'
  if (Number(hour) > 12 || hour.startsWith('0'))
    return `${hour.startsWith('0') && hour !== '00' ? 'oh ' : ''}${said} hundred`
  return Number(hour) === 0 ? 'twelve midnight' : `${said} o'clock`
}
