import { isOpenClass } from '../../../language/word-classes.ts'
import { wordSet } from '../../../language/word-set.ts'
import { spellCardinal, spellDigits, spellPairs } from '../../numbers/spell-number.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { withSigns } from '../../tables/currency-pattern.ts'

const BEFORE_HOUR = wordSet('at by from until till before after since @')
/** Words before the second hour of a range, or before both. */
const INSIDE_RANGE = wordSet('to between and')

/** `0800–1700 hrs`, `at 0600 hours`, `at 1600 hrs`, `leaves at 0715`: an hour of the day in four figures. */
export function readMilitaryTime(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)?.lower ?? ''
  const [, from, until] = /^((?:[01]\d|2[0-3])[0-5]\d)[-–]((?:[01]\d|2[0-3])[0-5]\d)$/.exec(text) ?? []
  const isSpan = /^(?:hours|hrs)$/.test(next) || from?.startsWith('0') === true
  if (from !== undefined && until !== undefined && isSpan)
    return [say(`${spellMilitary(from, scene)} to ${spellMilitary(until, scene)}`)]
  return /^(?:[01]\d|2[0-3])[0-5]\d$/.test(text) && isMilitary(scene, index)
    ? [say(spellMilitary(text, scene, scene.locale === 'en_GB' && next !== 'hours' && next !== 'hrs' ? 'oh' : 'zero'))]
    : undefined
}

function isMilitary(scene: Scene, index: number): boolean {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)?.lower ?? ''
  if (
    /^0[1-9]|^00[0-5]/.test(text) &&
    (BEFORE_HOUR.has(tokenBefore(scene, index)?.lower ?? '') || isNamedByHour(scene, index))
  )
    return true
  if (isLateHour(scene, index) && isWhen(scene, index) && isTimed(scene, index)) return true
  if (!/^(?:hours|hrs)$/.test(next)) return false
  const before = tokenBefore(scene, index)?.lower ?? ''
  return text.startsWith('0') || BEFORE_HOUR.has(before) || INSIDE_RANGE.has(before)
}

/** `leaves at 0600`, `by 0715 GMT`: nothing is counted behind the figures. */
function isWhen(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)?.lower ?? ''
  const next = tokenAfter(scene, index)
  return BEFORE_HOUR.has(before) && (next === undefined || /^[A-Z]{1,4}$/.test(next.text) || !isOpenClass(next.lower))
}

/** `the 0615 to Leeds`, `H-hour was 0630 on June 6`. */
function isNamedByHour(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)?.lower ?? ''
  const next = tokenAfter(scene, index)
  if (before === 'the') return RUNS.test(next?.lower ?? '')
  return (
    /^(?:is|was|hour|time|takeoff|reveille)$/.test(before) &&
    /^(?:|on|and|when|for|or)$/.test(next?.lower ?? '') &&
    isTimed(scene, index)
  )
}

const RUNS = /^(?:to|from|train|service|flight|sailing|ferry|bus|departure|is|was|leaves|arrives|briefing)$/

/** An hour of two figures; `2005` and its like are years but behind `at`. */
function isLateHour(scene: Scene, index: number): boolean {
  const { text } = scene.tokens[index]!
  if (/^20[0-2]/.test(text)) return text !== '2000' && /^(?:at|@)$/.test(tokenBefore(scene, index)?.lower ?? '')
  return /^[12]/.test(text)
}

/** What begins, leaves or arrives is spoken of, and no price. */
function isTimed(scene: Scene, index: number): boolean {
  const around = near(scene, index, 8)
  return around.some(({ lower }) => TIMED.test(lower)) && !around.some(({ lower }) => TRADED.test(lower))
}

const TIMED =
  /^(?:h-hour|hours?|departs?|departed|departing|departures?|arriv(?:e|es|ed|ing|als?)|leaves?|leaving|left|returns?|returned|sails?|sailed|sailing|docks?|docked|lands?|landed|landing|takes?|took|takeoff|board|boards|boarding|opens?|opening|reopens?|closes?|closing|begins?|begin|began|starts?|started|resumes?|resumed|ends?|ended|finish(?:es)?|meets?|muster|mustered|reports?|reported|briefing|brief|watch|curfew|lights|sunrise|sunset|gates?|trains?|bus|flights?|ferry|convoy|patrol|sorties?|attack(?:ed)?|radioed|issued|high|low|tide|due|service|shift|dinner|lunch|breakfast|parade|march|wake-up|kick-off)$/
/** What has its figure rather than its hour. */
const TRADED = withSigns(
  /^(?:¤.*|index|dow|nasdaq|ftse|nikkei|points?|shares?|stocks?|gold|price|prices|traded|trading|bid|bidding|valued|peaked|elevation|feet|metres|meters)$/,
)

function spellMilitary(text: string, { locale }: Scene, zero: 'zero' | 'oh' = 'zero'): string {
  const hour = text.startsWith('0') ? spellDigits(text.slice(0, 2), zero) : spellCardinal(text.slice(0, 2), locale)
  return text.endsWith('00')
    ? `${hour} hundred`
    : `${hour} ${spellPairs(`1${text.slice(2)}`, locale).replace(/^one /, '')}`
}
