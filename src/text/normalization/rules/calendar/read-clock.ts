import { spellCardinal } from '../../numbers/spell-number.ts'
import { findHalfOfDay, verbalizeTime } from '../../pieces/verbalize-time.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { DAYS } from '../../tables/calendar.ts'

/** `3:45 pm`, `3 p.m.`, `3-4 pm`, `9:00–10:30 a.m.`: a time whose half of the day is a token of its own. */
export function readClock(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const half = next === undefined ? undefined : findHalfOfDay(next.text)
  if (half !== undefined && /^\d/.test(text)) {
    const hours = text.split(/[-–]/).map((part) => verbalizeHour(part, scene))
    if (hours.length <= 2 && !hours.includes(undefined)) return [say(hours.join(' to ')), say(half)]
  }
  if (!/[.ap]/.test(text)) return undefined
  const hours = verbalizeDottedHours(scene, index)
  if (hours !== undefined) return [say(hours)]
  if (isDottedHour(scene, index)) return [say(verbalizeTime(text.replace('.', ':'), scene)!)]
  const [, hour, side] = /^([1-9]|1[0-2])([ap])$/.exec(text) ?? []
  if (hour !== undefined && side !== undefined && isHourShort(scene, index))
    return [say(`${spellCardinal(hour, scene.locale)} ${side.toUpperCase()} M`)]
  const [, end, until] = /^([ap]\.?m)\.?[-–]([A-Z][a-z]{2,8}|noon|midnight|close|dusk|late)$/.exec(text) ?? []
  const day = /^[a-z]/.test(until ?? '') ? until : DAYS.get(until?.toLowerCase() ?? '')
  if (end !== undefined && day !== undefined) return [say(`${findHalfOfDay(end)} to ${day}`)]
  if (scene.locale === 'en_GB' && lower === 'p.m' && tokenBefore(scene, index)?.text.startsWith('£') === true)
    return [say('per month')]
  const alone = /^[ap]\.m$/.test(lower) ? findHalfOfDay(text) : undefined
  return alone === undefined ? undefined : [say(alone)]
}

/** `Sat. 9a`, `doors at 7p`: an hour behind a day or a preposition. */
function isHourShort(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)?.lower ?? ''

  return /^(?:in|out|check-?in|check-?out|doors|show|dinner|lunch|brunch|starts?|ends?|from|to|til|tonight|tomorrow|tmrw|today|around|about|arrive|arrives|leave|leaves|pickup|pick-up|dropoff|drop-off)$/.test(
    before,
  )
}

function verbalizeHour(text: string, scene: Scene): string | undefined {
  if (/^(?:0?[1-9]|1[0-2])$/.test(text)) return spellCardinal(text, scene.locale)
  return verbalizeTime(text.replace(/^(\d{1,2})\.(\d\d)$/, '$1:$2'), scene, { exact: true })
}

/** `9-5.30 Mon-Sat`, `open 10.15-4`: in Britain, beside days or what has hours. */
function verbalizeDottedHours(scene: Scene, index: number): string | undefined {
  const { text } = scene.tokens[index]!
  if (scene.locale !== 'en_GB') return undefined
  const isTimed = near(scene, index, 6).some(({ lower }) => DAYS.has(lower.split(/[-–]/)[0]!))
  const hours = isTimed ? text.split(/[-–]/).map((part) => verbalizeHour(part, scene)) : [undefined]
  return hours.includes(undefined) ? undefined : hours.join(' to ')
}

/** `the train leaves at 17.42`: in Britain an hour may have a point before its minutes. */
function isDottedHour(scene: Scene, index: number): boolean {
  const { text } = scene.tokens[index]!
  if (!DOTTED_HOUR.test(text) || (scene.locale !== 'en_GB' && Number(text) < 13)) return false
  // A horse may fall in a race, as a price does.

  return near(scene, index, 12).some(({ lower }) => DAYS.has(lower.split(/[-–]/)[0]!))
}

const DOTTED_HOUR = /^(?:[01]?\d|2[0-3])\.[0-5]\d$/
