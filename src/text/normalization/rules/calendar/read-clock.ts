import { isOpenClass } from '../../../language/word-classes.ts'
import { spellCardinal } from '../../numbers/spell-number.ts'
import { findHalfOfDay, verbalizeTime } from '../../pieces/verbalize-time.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { DAYS } from '../../tables/calendar.ts'
import { HAS_LETTERED_NUMBER } from '../../tables/numbered-things.ts'
import { findUnit } from '../../tables/units.ts'
import { findMonth } from './calendar-words.ts'

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
  if (DAYS.has(before) || /^(?:[MTWF]|Th|Sa|Su)[-–/][A-Z]/.test(tokenBefore(scene, index)?.text ?? '')) return true
  const next = tokenAfter(scene, index)
  if (/^(?:at|@|by|until|till|after|before|opens?|closes?)$/.test(before)) return !isCapitalized(next)
  if (scene.locale === 'en_GB' || HAS_LETTERED_NUMBER.has(before)) return false
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
  if (scene.locale !== 'en_GB' || !DOTTED_HOURS.test(text)) return undefined
  const isTimed = near(scene, index, 6).some(({ lower }) => TIMED.test(lower) || DAYS.has(lower.split(/[-–]/)[0]!))
  const hours = isTimed ? text.split(/[-–]/).map((part) => verbalizeHour(part, scene)) : [undefined]
  return hours.includes(undefined) ? undefined : hours.join(' to ')
}

const DOTTED_HOURS = /^(?=.*\.)\d{1,2}(?:\.[0-5]\d)?[-–]\d{1,2}(?:\.[0-5]\d)?$/

/** `the train leaves at 17.42`: in Britain an hour may have a point before its minutes. */
function isDottedHour(scene: Scene, index: number): boolean {
  const { text } = scene.tokens[index]!
  if (!DOTTED_HOUR.test(text) || (scene.locale !== 'en_GB' && Number(text) < 13)) return false
  const isNamed = scene.locale === 'en_GB' && isNamedByHour(scene, index)
  // A horse may fall in a race, as a price does.
  if (isNamed && tokenBefore(scene, index - 1)?.lower === 'in') return true
  if (near(scene, index, 8).some(({ lower }) => MEASURED.test(lower))) return false
  if (isNamed || (scene.locale === 'en_GB' && (isTimetabled(scene, index) || isRun(scene, index)))) return true
  const before = tokenBefore(scene, index)?.lower ?? ''
  if (!/^(?:at|by|from|until|till|til|the|to|and|before|after|around)$/.test(before)) return false
  return (
    isRun(scene, index) ||
    near(scene, index, 12).some(({ lower }) => TIMED.test(lower) || DAYS.has(lower.split(/[-–]/)[0]!))
  )
}

/** `dep 11.20 arr SFO 14.35`, `8.15 for 8.30 start`, `Mon 3 Nov, 8.40`: what begins or follows shows the hour. */
function isTimetabled(scene: Scene, index: number): boolean {
  const { tokens } = scene
  const [last, first] = [tokens[index - 1]?.lower ?? '', tokens[index - 2]?.lower ?? '']
  if (LEAVES.test(last) || (LEAVES.test(first) && /^[a-z]{2,}$/.test(last))) return true
  const next = tokenAfter(scene, index)
  if (next !== undefined && BEGINS.test(next.lower)) return true
  if (next?.lower === 'for' && DOTTED_HOUR.test(tokenAfter(scene, index + 1)?.text ?? '')) return true
  const isPlanned =
    next === undefined ||
    !isOpenClass(next.lower) ||
    /^(?:today|2day|tonight|2nite|tomorrow|tmrw|sharp|pls|plz|please|&|til|till|-|–|instead|ok|most|weekdays|weekends|nightly|mornings?|evenings?|bst|gmt)$/.test(
      next.lower,
    )
  if (
    /^(?:@|at|from|by|till?|until|around|before|after|b4)$/.test(last) &&
    isPlanned &&
    FIVE_MINUTES.test(tokens[index]!.text)
  )
    return true
  if (next === undefined && isAmongHours(scene, index)) return true
  const isListed = isCapitalized(next) && FIVE_MINUTES.test(tokens[index]!.text) && !/^[A-Z]{2,}$/.test(next!.text)
  if (isListed && near(scene, index, 12).some(({ text }) => /^\d{1,2}(?::\d\d)?[ap]m$/.test(text))) return true
  const isFree = next === undefined || /^(?:in|at|to|till?|until|for|-|–|&|and|or|with|w\/|[ap]\.?m)$/.test(next.lower)
  if (!isFree) return false
  if (DAYS.has(last) || findMonth(scene, index - 1) !== undefined) return true
  return /^(?:for|and|or|then|to|-|–)$/.test(last) && DOTTED_HOUR.test(first)
}

/** `vets 10.30, seniors 1.45`: an hour of a programme, at the end of its part like the others. */
function isAmongHours(scene: Scene, index: number): boolean {
  const here = scene.tokens[index]!
  if (!FIVE_MINUTES.test(here.text) || /^\d+$/.test(tokenBefore(scene, index)?.text ?? '')) return false
  const others = near(scene, index, 12).filter(
    ({ text, after }) => text !== here.text && after.length > 0 && DOTTED_HOUR.test(text) && FIVE_MINUTES.test(text),
  )
  return (
    others.length > 1 &&
    !near(scene, index, 12).some(({ lower }) => /%|^(?:score|scored|odds|points|pts|kg|cm|m)$/.test(lower))
  )
}

const DOTTED_HOUR = /^(?:[01]?\d|2[0-3])\.[0-5]\d$/
/** Ends that timetables and programmes use: hours at full five minutes. */
const FIVE_MINUTES = /[05]$/

/** Words for figures that rise and fall, and are not hours. */
const MEASURED =
  /^(?:prices?|rates?|index|sales|costs?|rose|fell|rises?|falls?|grew|dropped|gained|average|averaged|scores?|scored|ratio|odds|gpa|shares?|yield|inflation|version|stake|weighs?|ph)$/

const LEAVES =
  /^(?:dep|departs?|departing|arr|arrives?|arriving|leaves?|leaving|starts?|starting|opens?|opening|closes?|closing|kick-?off|k\.?o|doors|meet|lv|ends?|finish|finishes)$/
const BEGINS =
  /^(?:start|starts|finish|kick-?off|k\.?o|sharp|prompt|onwards?|train|bus|ferry|flight|service|show|pick-?up|collection|arrival|departure|appt|appointment|slot|am|pm|daily)$/

/** `the 1.30 at Ascot`, `the 9.05 from Leeds`. */
function isRun(scene: Scene, index: number): boolean {
  return (
    (index === 0 || /^(?:the|a|my|our)$/.test(tokenBefore(scene, index)?.lower ?? '')) &&
    /^(?:at|from|to)$/.test(tokenAfter(scene, index)?.lower ?? '') &&
    isCapitalized(tokenAfter(scene, index + 1))
  )
}

/** `in the 3.30`, `the 2.15 was abandoned`, `the 8.05 or the 9.10`: a race or a train, as nothing is measured behind it. */
function isNamedByHour(scene: Scene, index: number): boolean {
  const { text } = scene.tokens[index]!
  if (tokenBefore(scene, index)?.lower !== 'the' || !/^(?:[1-9]|1\d|2[0-3])\./.test(text)) return false
  const next = tokenAfter(scene, index)
  if (next === undefined) return true
  if (/^(?:of|per|percent|%)$/.test(next.lower) || findUnit(next.text) !== undefined) return false
  return !isOpenClass(next.lower) || RUNS.test(next.lower)
}

/** What has its hour for a name. */
const RUNS =
  /^(?:race|train|express|service|bus|coach|tram|flight|ferry|sailing|handicap|hurdle|chase|novices?|stakes|maiden|departure|kick-off|news|showing|screening|performance|home|back|again|instead)$/

const TIMED =
  /^(?:trains?|bus(?:es)?|coach|flights?|ferry|leaves?|leaving|departs?|arrives?|arriving|gets|doors|kicks?|kick-off|opens?|closes?|starts?|begins?|concerts?|shows?|films?|match|game|meet|meeting|class|classes|lesson|lab|schedule|appointment|back|ready|collect|pick-up|train's|service|check-in|breakfast|lunch|dinner)$/
