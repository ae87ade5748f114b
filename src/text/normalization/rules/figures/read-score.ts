import { CHANGES_RECORD, HAS_RECORD, SAID_OF_GAME } from '../../../language/game-words.ts'
import { spellCardinal } from '../../numbers/spell-number.ts'
import { near, type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { isInnings, readGoals } from './read-goals.ts'

const SET = /^([0-7])[-–]([0-7])$/
/** A set that is over: `6-4`, `7-5`, `7-6`. */
const WHOLE_SET = /^(?:6[-–][0-4]|[0-4][-–]6|7[-–][56]|[56][-–]7)$/
const POINTS = /^(?:0|15|30|40)[-–](?:0|15|30|40)$/
const RECORD = /^(\d{1,3})[-–](\d{1,3})(?:[-–](\d{1,2}))?$/

/** Sets and records of games: `6-4, 3-6`, `they're 3-0`, `improved to 10-4-2`. */
export function readScore(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  if (
    next !== undefined &&
    /^(?:mins?|hrs?|km|mi|kg|lbs?|days|weeks|months|years|yrs|minutes|hours|miles|metres|meters|feet|inches|people|times|reps|yds|%)$/.test(
      next.lower,
    )
  )
    return undefined
  const [, first, second] = SET.exec(text) ?? []
  if (first !== undefined && second !== undefined && isBesideSet(scene, index))
    return [
      say(`${spellCardinal(first, scene.locale)} ${second === '0' ? 'love' : spellCardinal(second, scene.locale)}`),
    ]
  const isGame =
    POINTS.test(text) && near(scene, index, 30).some((token) => token !== scene.tokens[index] && SET.test(token.text))
  if (isGame)
    return [
      say(
        text
          .split(/[-–]/)
          .map((figure) => (figure === '0' ? 'love' : spellCardinal(figure, scene.locale)))
          .join(' '),
      ),
    ]
  const [, made, tried] = /^(\d{1,2})[-–](\d{1,2})$/.exec(text) ?? []
  if (made !== undefined && tried !== undefined && /^(?:FGs?|FTs?|3PT?s?)$/.test(tokenAfter(scene, index)?.text ?? ''))
    return [say(`${spellCardinal(made, scene.locale)} of ${spellCardinal(tried, scene.locale)}`)]
  const [, level, same] = /^(\d{1,2})[-–](\d{1,2})$/.exec(text) ?? []
  if (
    level !== undefined &&
    level === same &&
    (level !== '0' || scene.locale === 'en_GB') &&
    /^(?:drew|draw|drawn|tied|tie|level|finished|ended|at)$/.test(tokenBefore(scene, index)?.lower ?? '')
  )
    return [say(`${level === '0' ? 'nil' : spellCardinal(level, scene.locale)} all`)]
  const [, runs, wickets] = /^(\d{2,3})[-–](\d)$/.exec(text) ?? []
  if (runs !== undefined && wickets !== undefined && (isCricket(scene, index) || isInnings(scene, index))) {
    const fallen = wickets === '0' ? 'nought' : spellCardinal(wickets, scene.locale)
    return [say(`${spellCardinal(runs, scene.locale)} for ${fallen}`)]
  }
  const goals = readGoals(scene, index)
  if (goals !== undefined) return goals
  const wheels = readWheels(scene, index)
  if (wheels !== undefined) return wheels
  const [, won, lost, drawn] = RECORD.exec(text) ?? []
  if (won === undefined || lost === undefined || text === '50-50' || !isRecord(scene, index)) return undefined
  const count = (figure: string) => (figure === '0' ? 'oh' : spellCardinal(figure, scene.locale))
  const rest = drawn === undefined ? `and ${count(lost)}` : `${count(lost)} and ${count(drawn)}`
  return [say(`${spellCardinal(won, scene.locale)} ${rest}`)]
}

/** `an 0-6-0 saddle tank`, `0-4-0ST`: the wheels of a locomotive, unless it is a record of games. */
function readWheels(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (!text.includes('0-') && !text.includes('-0')) return undefined
  const [, figures, kind = ''] = /^((?:[02468]|1[02])(?:-(?:[02468]|1[02])){2,3})(T|ST|PT|WT|DM|DH)?$/.exec(text) ?? []
  if (figures === undefined || !/(?:^|-)0/.test(figures) || isRecord(scene, index)) return undefined
  const wheels = figures.split('-').map((figure) => (figure === '0' ? 'oh' : spellCardinal(figure, scene.locale)))
  return [say(`${wheels.join(' ')} ${spell(kind)}`)]
}

/** `287-6 at tea`, `212-7 dec`: so many runs for so many wickets. */
function isCricket(scene: Scene, index: number): boolean {
  return near(scene, index, 12).some(({ text, lower }) => text === 'dec' || CRICKET.test(lower))
}

/** What is said of a score in cricket, whose second figure counts wickets. */
const CRICKET =
  /^(?:overs|ovs?|wkts?|wickets?|innings|stumps|tea|unbeaten|lbw|bowled|batsm[ae]n|batters?|cricket|odi|ashes)$/

/** `UConn (28-3)`, `full count (3-2)`: a record behind the name of a team, or the count. */
function isInBrackets({ tokens }: Scene, index: number): boolean {
  const before = tokens[index - 1]
  if (before === undefined || before.after.at(-1)?.kind !== '(' || tokens[index]!.after[0]?.kind !== ')') return false
  const follows = /^[A-Z]/.test(before.text) || (/^\d{1,3}[-–]\d{1,3}$/.test(before.text) && !SET.test(before.text))
  return (follows && !isAgeBand(tokens[index]!.text)) || before.lower === 'count'
}

/** `40–44`: five years of age in a table or a race. */
function isAgeBand(text: string): boolean {
  const [first, last] = text.split(/[-–]/).map(Number) as [number, number]
  return last - first === 4 && first % 5 === 0
}

/** Another set is next to it, behind a comma or an `and`. */
function isBesideSet({ tokens }: Scene, index: number): boolean {
  const beside = [tokens[index - 1], tokens[index + 1]]
  const far = [tokens[index - 2], tokens[index + 2]]
  return beside.some((token, i) => {
    const isTieBreak =
      i === 0 && token !== undefined && /^\d{1,2}(?:[-–]\d{1,2})?$/.test(token.text) && token.after[0]?.kind === ')'
    const other = token?.lower === 'and' || isTieBreak ? far[i] : token
    if (isTieBreak && other !== undefined && SET.test(other.text)) return true
    const between = i === 0 ? tokens[index - 1] : tokens[index]
    const isWhole = other !== undefined && (WHOLE_SET.test(other.text) || WHOLE_SET.test(tokens[index]!.text))
    return isWhole && SET.test(other.text) && between!.after.every(({ kind }) => kind === ',')
  })
}

/** `The Celtics (41-12) beat Miami 112-98`: the score is the pair that no brackets hold. */
function hasOtherScore(scene: Scene, index: number): boolean {
  const here = scene.tokens[index]
  return near(scene, index, 8).some((token) => token !== here && RECORD.test(token.text))
}

/** `3-8 this season and 1-5 on the road`: where or when the games of a record were played. */
function isPlayedAt(scene: Scene, index: number): boolean {
  const { tokens } = scene
  if (/^(?:lost|won|wins?|loses?|beat|drew|by)$/.test(tokenBefore(scene, index)?.lower ?? '')) return false
  const behind = tokens
    .slice(index + 1, index + 4)
    .map(({ lower }) => lower)
    .join(' ')
  return /^(?:on the (?:road|season|year)|at home(?: |$)|overall|this season|this year|(?:so far|to start)|in (?:the )?(?:conference|division|league|standings))/.test(
    behind,
  )
}

function isRecord(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)
  if (before?.lower === 'to' && /^(?:improved?|improves|improving)$/.test(tokenBefore(scene, index - 1)?.lower ?? ''))
    return true
  if (near(scene, index, 4).some(({ lower }) => /^(?:hrs|hours|open|ages?|times|am|pm)$/.test(lower))) return false
  if (isPlayedAt(scene, index)) return true
  const stated = scene.tokens.slice(Math.max(0, index - 4), index).some(({ lower }) => lower === 'record')
  if (stated && /^(?:is|was|of|at|to|a|with)$/.test(before?.lower ?? '')) return true
  if (isInBrackets(scene, index))
    return !near(scene, index, 30).some(({ lower }) => SAID_OF_GAME.has(lower)) || hasOtherScore(scene, index)
  if (before === undefined || near(scene, index, 30).some(({ lower }) => SAID_OF_GAME.has(lower))) return false
  if (before.lower === 'to') return CHANGES_RECORD.has(tokenBefore(scene, index - 1)?.lower ?? '')
  return HAS_RECORD.has(before.lower)
}
