import { wordSet } from '../../../language/word-set.ts'
import { spellCardinal } from '../../numbers/spell-number.ts'
import { isCapitalized, near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { DAYS, MONTHS } from '../../tables/calendar.ts'
import { HAS_LETTER, HAS_NUMBER, NUMBERED_THINGS } from '../../tables/numbered-things.ts'

const LED = /^(?:up|down|ahead|behind|win|lead|defeat|loss|agg)$/
/** What is no match although it has two figures. */
const VOTED = wordSet(
  'vote votes voted voting ruled ruling approved passed odds open opens opened hrs hours ages aged ratio majority diluted mix scale gear',
)
/** What is said of a match in Britain. */
const PLAYED = wordSet(
  'beat beats beaten won win wins winning lost lose loses losing drew draw drawn defeat defeated victory victories thrashed edged aggregate goals equaliser',
)
/** What a score is before: `a 5-3 thriller`. */
const MATCH = wordSet(
  'thriller scoreline score result aggregate advantage drubbing hammering thrashing rout humiliation derby cup friendly',
)
/** Words before the score that stands: `it's 2-1 to Fulham`. */
const STANDS = wordSet("it's it is was it'll now still stands stood remains remained final finishes makes made make")
/** Hours of work and fixed pairs, which are no score although the first figure is not the smaller. */
const NO_SCORE = /^(?:9[-–]5|8[-–][456]|10[-–][46]|24[-–]7|50[-–]50|20[-–]20|7[-–]11)$/

/** `2–1 to the Arsenal`, `HT 1–0`, `City are 3-2 up` in Britain: the goals of both sides, without a word between. */
export function readGoals(scene: Scene, index: number): Wording | undefined {
  const [, home, away] = /^(\d{1,2})[-–](\d{1,2})$/.exec(scene.tokens[index]!.text) ?? []
  if (home === undefined || away === undefined || scene.locale !== 'en_GB') return undefined
  if (!isMatch(scene, index) && !(isScore(home, away) && isStanding(scene, index))) return undefined
  return [say([home, away].map((goals) => (goals === '0' ? 'nil' : spellCardinal(goals, scene.locale))).join(' '))]
}

function isMatch(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)
  const next = tokenAfter(scene, index)?.lower ?? ''
  if (isOther(scene, index)) return false
  if (near(scene, index, 6).some(({ lower }) => PLAYED.has(lower))) return true
  if (/^(?:ht|ft|half-time|full-time|lead|leading|trailing|down|up|agg|ended|finished)$/.test(before?.lower ?? ''))
    return true
  if (before?.lower === 'went') return /^(?:up|down|ahead|behind|in)$/.test(next)
  if (MATCH.has(next) || (/^(?:up|down|ahead|behind)$/.test(next) && before !== undefined)) return true
  return (
    /^[A-Z][a-z]/.test(before?.text ?? '') &&
    (/^[A-Z][a-z]/.test(tokenAfter(scene, index)?.text ?? '') || LED.test(next))
  )
}

/** A vote, hours, ages, or odds as in `50-1 to win`; `from 2-1 down` is a score. */
function isOther(scene: Scene, index: number): boolean {
  const lead = tokenBefore(scene, index)?.lower ?? ''
  if (/^(?:from|between)$/.test(lead) && !LED.test(tokenAfter(scene, index)?.lower ?? '')) return true
  const [next, far] = [tokenAfter(scene, index)?.lower, tokenAfter(scene, index + 1)?.lower ?? '']
  if (next === 'to' && /^(?:win|score|lift|take|finish|qualify|be)$/.test(far)) return true
  return near(scene, index, 6).some(({ lower }) => VOTED.has(lower))
}

/** Figures that are no range: the first is not the smaller, or one of them is 0. */
function isScore(home: string, away: string): boolean {
  return (Number(home) >= Number(away) || home === '0') && !NO_SCORE.test(`${home}-${away}`)
}

/** `it's 4–0`, and at the start `2–1 to the Arsenal`. */
function isStanding(scene: Scene, index: number): boolean {
  if (isOther(scene, index)) return false
  const [next, far] = [tokenAfter(scene, index), tokenAfter(scene, index + 1)]
  const isSide = next?.lower === 'to' && (isCapitalized(far) || far?.lower === 'the')
  const isFree = next === undefined || isSide || /^(?:at|after|with|and|but|in|on|already|inside)$/.test(next.lower)
  const before = tokenBefore(scene, index)
  if (before === undefined) return isSide
  return isFree && (STANDS.has(before.lower) || (/^(?:and|then|but)$/.test(before.lower) && followsScore(scene, index)))
}

/** `3-0 at half-time and 1-0 on the night`. */
function followsScore({ tokens }: Scene, index: number): boolean {
  return tokens.slice(Math.max(0, index - 8), index).some(({ text }) => /^\d{1,2}[-–]\d{1,2}$/.test(text))
}

/** `Burnley 0, Preston North End 0` in Britain: no goals, where another side has its own beside it. */
export function readNil(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  if (tokens[index]!.text !== '0' || locale !== 'en_GB' || !isSide(scene, index - 1)) return undefined
  if (near(scene, index, 8).some(({ lower }) => WEATHER.test(lower))) return undefined
  return hasGoals(scene, index, 1) || hasGoals(scene, index, -1) ? [say('nil')] : undefined
}

const WEATHER = /°|^(?:degrees|celsius|fahrenheit|temperatures?|frost|mm|cm|snow|rain|wind)$/
const LONGEST_NAME = 4

function isSide({ tokens }: Scene, index: number): boolean {
  const { text = '', lower = '' } = tokens[index] ?? {}
  if (!/^[A-Z][a-z]/.test(text) || DAYS.has(lower) || MONTHS.has(lower)) return false
  return !HAS_NUMBER.has(lower) && !NUMBERED_THINGS.has(lower) && !HAS_LETTER.has(lower)
}

/** The name of the other side and its goals, before or behind the token at `index`. */
function hasGoals(scene: Scene, index: number, step: 1 | -1): boolean {
  const { tokens } = scene
  if (step < 0) {
    for (let at = index - 1; at >= index - LONGEST_NAME - 1; at--)
      if (/^\d{1,2}$/.test(tokens[at]?.text ?? '')) return at < index - 1 && isSide(scene, at - 1)
      else if (!isCapitalized(tokens[at])) return false
    return false
  }
  for (let at = index + 1; at <= index + LONGEST_NAME + 1; at++)
    if (/^\d{1,2}$/.test(tokens[at]?.text ?? '')) return at > index + 1
    else if (!isSide(scene, at)) return false
  return false
}

/** `Kent 178-4 in reply`, `closed on 212-7` in Britain: a total that could be no range and is no score of two sides. */
export function isInnings(scene: Scene, index: number): boolean {
  const [, runs] = /^(\d{2,3})[-–]\d$/.exec(scene.tokens[index]!.text) ?? []
  if (
    runs === undefined ||
    scene.locale !== 'en_GB' ||
    Number(runs) < 20 ||
    /^7\d7|^24[-–]7/.test(scene.tokens[index]!.text)
  )
    return false
  const next = tokenAfter(scene, index)
  if (isCapitalized(next) || /^[a-z]{3,}s$/.test(next?.lower ?? '')) return false
  if (near(scene, index, 8).some(({ lower }) => PLAYED.has(lower) || VOTED.has(lower) || ROWED.test(lower)))
    return false
  if (isSide(scene, index - 1) && tokenBefore(scene, index) !== undefined) return true
  const lead = tokenBefore(scene, index)?.lower ?? ''
  if (/^(?:are|were|is|was|reached|made|reaching)$/.test(lead)) return true
  return (
    /^(?:on|at|to)$/.test(lead) &&
    /^(?:closed|finished|resume|resumed|ended|reached|advanced|moved|slipped|slumped|declared|collapsed|subsided|fell|struggling|wobbled|recovered|cruised|progressed|lunched)$/.test(
      tokenBefore(scene, index - 1)?.lower ?? '',
    )
  )
}

/** Games whose points are in two figures. */
const ROWED =
  /^(?:rugby|tries|try|converted|conversions?|penalty|penalties|quarterback|touchdowns?|basketball|netball)$/
