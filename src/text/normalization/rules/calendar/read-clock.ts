import { spellCardinal } from '../../numbers/spell-number.ts'
import { findHalfOfDay, verbalizeTime } from '../../pieces/verbalize-time.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** `3:45 pm`, `3 p.m.`, `3-4 pm`, `9:00–10:30 a.m.`: a time whose half of the day is a token of its own. */
export function readClock(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const half = next === undefined ? undefined : findHalfOfDay(next.text)
  if (half !== undefined && /^\d/.test(text)) {
    const hours = text.split(/[-–]/).map((part) => verbalizeHour(part, scene))
    if (hours.length <= 2 && !hours.includes(undefined)) return [say(hours.join(' to ')), say(half)]
  }
  if (isDottedHour(scene, index)) return [say(verbalizeTime(text.replace('.', ':'), scene)!)]
  const alone = /^[ap]\.m$/.test(lower) ? findHalfOfDay(text) : undefined
  return alone === undefined ? undefined : [say(alone)]
}

function verbalizeHour(text: string, scene: Scene): string | undefined {
  if (/^(?:0?[1-9]|1[0-2])$/.test(text)) return spellCardinal(text, scene.locale)
  return verbalizeTime(text.replace(/^(\d{1,2})\.(\d\d)$/, '$1:$2'), scene, { exact: true })
}

/** `the train leaves at 17.42`: in Britain an hour may have a point before its minutes. */
function isDottedHour(scene: Scene, index: number): boolean {
  if (scene.locale !== 'en_GB' || !/^(?:[01]?\d|2[0-3])\.[0-5]\d$/.test(scene.tokens[index]!.text)) return false
  const before = tokenBefore(scene, index)?.lower ?? ''
  if (!/^(?:at|by|from|until|till|the|to|and|before|after|around)$/.test(before)) return false
  return near(scene, index, 12).some(({ lower }) => TIMED.test(lower))
}

const TIMED =
  /^(?:trains?|bus(?:es)?|coach|flights?|ferry|leaves?|leaving|departs?|arrives?|arriving|gets|doors|kicks?|kick-off|opens?|closes?|starts?|begins?|meet|meeting|train's|service|check-in|breakfast|lunch|dinner)$/
