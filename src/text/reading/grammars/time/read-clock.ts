import { DAYS } from '../../../english/calendar.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { near, type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { findHalfOfDay, verbalizeTime } from './verbalize-time.ts'

/** `3:45 pm`, `3 p.m.`, `3-4 pm`, `9:00–10:30 a.m.`: a time whose half of the day is a token of its own. */
export function readClock(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const half = findHalfOfDay(next?.text)
  const isRange = HOURS.test(text) && near(scene, index, 6).some(({ lower: one }) => DAYS.has(one.split(/[-–]/)[0]!))
  const hours =
    half !== undefined || isRange ? text.split(/[-–]/).map((part) => verbalizeHour(part, scene)) : [undefined]
  if (hours.length < 3 && !hours.includes(undefined))
    return [hours.join(' to '), ...(half === undefined ? [] : [half])].map(say)
  const alone = /^[ap]\.m$/.test(lower) ? findHalfOfDay(text) : undefined
  return alone === undefined ? undefined : [say(alone)]
}

/** Hours with a point before the minutes, as Britons write them beside a day: `Mon-Sat 9-5.30`. */
const HOURS = /^(?=.*\.)\d{1,2}(?:\.[0-5]\d)?[-–]\d{1,2}(?:\.[0-5]\d)?$/

function verbalizeHour(text: string, scene: Scene): string | undefined {
  if (/^(?:0?[1-9]|1[0-2])$/.test(text)) return spellCardinal(text, scene.locale)
  return verbalizeTime(text.replace(/^(\d{1,2})\.(\d\d)$/, '$1:$2'), scene, { exact: true })
}
