import { ABBREVIATIONS } from '../../../english/abbreviations.ts'
import { HAS_LETTER } from '../../../english/numbered-things.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { STATES } from '../../../english/states.ts'
import { findUnit } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { readPiece } from '../read-piece.ts'

/** `p.45`, `vol.7`, `No.5`: an abbreviation joined to its figure. */
export function readJoinedAbbreviation(scene: Scene, index: number): Wording | undefined {
  const [, short, figure] = /^([A-Za-z]{1,4})\.(\d{1,4}(?:[-–]\d{1,4})?)$/.exec(scene.tokens[index]!.text) ?? []
  if (short === undefined || figure === undefined) return undefined
  if (/^ss?$/.test(short)) return [[...say(short === 's' ? 'section' : 'sections'), ...readPiece(figure, scene)]]
  const use = ABBREVIATIONS.get(short.toLowerCase())?.find((one) => one.use === 'inside')
  return use === undefined ? undefined : [[...say(use.say), ...readPiece(figure, scene)]]
}

/** `R-Ariz.`, `D-N.Y.`, `D-VT`: the party and the state of a politician. */
export function readPartyAndState(scene: Scene, index: number): Wording | undefined {
  const [, party, home = ''] =
    /^([RDI])-([A-Z]{2}|(?:[A-Z]\.)+[A-Z]|[A-Z][a-z]{1,5})$/.exec(scene.tokens[index]!.text) ?? []
  if (party === undefined) return undefined
  const short = ABBREVIATIONS.get(home.toLowerCase())?.find(({ use }) => use === 'closing')?.say
  const state = STATES.get(home.replaceAll('.', '')) ?? short
  return state === undefined ? undefined : [say(`${party} ${state}`)]
}

/** `Series A`, `the A train`, `A to C`, and `401a`: a letter, not the article. */
export function readLetterName(scene: Scene, index: number): Wording | undefined {
  const { tokens } = scene
  const { text, after, joined } = tokens[index]!
  if (text === 'a') return joined && /^\d+$/.test(tokens[index - 1]?.text ?? '') ? [say('A')] : undefined
  if (text !== 'A') return undefined
  const isFirst = tokenAfter(scene, index)?.lower === 'to' && /^[B-Z]$/.test(tokens[index + 2]?.text ?? '')
  const isNamed = HAS_LETTER.has(tokenBefore(scene, index)?.lower ?? '')
  const isAlone = after.length > 0 || tokens.length === 1
  return isFirst || isNamed || isAlone || isInRunningText(scene, index) ? [say('A')] : undefined
}

/** `the A train`, `in A minor`, `got A grades`: after another determiner, or between words in small letters, no article is a capital. */
function isInRunningText(scene: Scene, index: number): boolean {
  const [before, next] = [tokenBefore(scene, index), tokenAfter(scene, index)]
  if (before === undefined || next === undefined) return false
  if (/^(?:the|my|your|our|their)$/.test(before.lower)) return !/^[A-Z]+$/.test(before.text)
  return /^[a-z]+$/.test(next.text) && /^[a-z]+$/.test(before.text)
}

/** `q6h`, `q4-6h`, `q3mo`: how often a medicine is given. */
export function readDosage({ tokens, locale }: Scene, index: number): Wording | undefined {
  const [, first, last, unit = ''] =
    /^[qQ](\d{1,2})(?:[-–](\d{1,2}))?([hH]|hrs?|d|wk?|mo|min)$/.exec(tokens[index]!.text) ?? []
  if (first === undefined) return undefined
  const range = last === undefined ? '' : ` to ${spellCardinal(last, locale)}`
  const many = findUnit(unit.toLowerCase())?.many ?? PERIODS[unit]
  return [say(`every ${spellCardinal(first, locale)}${range} ${many}`)]
}

const PERIODS: Readonly<Record<string, string>> = { d: 'days', w: 'weeks' }

/** `4 doses/24 hrs`: how many there are in so long. */
export function readWordRate(scene: Scene, index: number): Wording | undefined {
  const { text, start, joined } = scene.tokens[index]!
  const thing = tokenBefore(scene, index)
  const period = tokenAfter(scene, index)?.lower ?? ''
  if (!joined || thing?.end !== start - 1 || !/^[a-z]{3,}$/.test(thing.text)) return undefined
  if (!PERIOD.has(period) || !/^\d{1,3}$/.test(text)) return undefined
  return [say(`per ${spellCardinal(text, scene.locale)}`), say(PERIODS[period] ?? findUnit(period)?.many ?? period)]
}

const PERIOD = wordList('times that doses are counted by')

/** `pain x2 days`, `repeat x3`: how often, behind a word. */
export function readTimes(scene: Scene, index: number): Wording | undefined {
  const [, count] = /^[xX](\d{1,3})$/.exec(scene.tokens[index]!.text) ?? []
  const isCounted = /^[a-z]{3,}$|^[\d/.]+[a-z]*$/i.test(tokenBefore(scene, index)?.text ?? '')
  return count === undefined || !isCounted ? undefined : [say(`times ${spellCardinal(count, scene.locale)}`)]
}

const SIDES: Readonly<Record<string, string>> = { w: 'wide', d: 'deep', h: 'high', l: 'long' }
const SIDE = /^[wdhl]$/i

/** `42" w. × 20" d. × 36" h.`: what each side measures, if more than one is named. */
export function readSideName(scene: Scene, index: number): Wording | undefined {
  const { lower } = scene.tokens[index]!
  if (!SIDE.test(lower) || !isLength(scene, index - 1)) return undefined
  const isOneOfSeveral = [index - 6, index - 5, index - 4, index - 3, index + 3, index + 4, index + 5, index + 6].some(
    (at) => SIDE.test(scene.tokens[at]?.text ?? '') && isLength(scene, at - 1),
  )
  return isOneOfSeveral ? [say(SIDES[lower]!)] : undefined
}

/** `42"`, `6'`, or a unit of length behind its number. */
function isLength({ tokens }: Scene, index: number): boolean {
  const text = tokens[index]?.text ?? ''
  return /[\d¼-¾⅐-⅞](?:["″'′]|cm|mm|in|ft|m)$/.test(text) || /^(?:cm|mm|in|ft|m)$/.test(text)
}
