import { spellCardinal } from '../../numbers/spell-number.ts'
import { readPiece } from '../../pieces/read-piece.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { ABBREVIATIONS } from '../../tables/abbreviations.ts'
import { SPELLED } from '../../tables/acronyms.ts'
import { SPECIAL_WORDS } from '../../tables/special-words.ts'

/** `p.45`, `vol.7`, `No.5`: an abbreviation joined to its figure. */
export function readJoinedAbbreviation(scene: Scene, index: number): Wording | undefined {
  const [, short, figure] = /^([A-Za-z]{1,4})\.(\d{1,4}(?:[-–]\d{1,4})?)$/.exec(scene.tokens[index]!.text) ?? []
  if (short === undefined || figure === undefined || /^[A-Z]{2,}$|^v$/.test(short)) return undefined
  const use = ABBREVIATIONS.get(short.toLowerCase())?.find((one) => one.use === 'numbered' || one.use === 'inside')
  return use === undefined ? undefined : [[...say(use.say), ...readPiece(figure, scene)]]
}

/** `R-Ariz.`, `D-Vt.`: the party and the state of a politician. */
export function readPartyAndState(scene: Scene, index: number): Wording | undefined {
  const [, party, short] = /^([RDI])-([A-Z][a-z]{1,5})$/.exec(scene.tokens[index]!.text) ?? []
  const state =
    short === undefined ? undefined : ABBREVIATIONS.get(short.toLowerCase())?.find(({ use }) => use === 'closing')
  return state === undefined ? undefined : [say(`${party} ${state.say}`)]
}

/** Letters behind these name one of several: `Series A`, `Plan B`. */
const LETTERED_THINGS =
  /^(?:series|plan|vitamin|type|group|grade|hepatitis|class|part|section|option|appendix|exhibit|gate|block|team|level|category|point|wing|room|terminal|building|apartment|apt|unit|size|tier|row|schedule|form|zone|elevator|influenza|bldg|answer|choice|side|step|column)$/

/** `Series A`: a capital letter, not the article. */
export function readLetterName(scene: Scene, index: number): Wording | undefined {
  const { text, after } = scene.tokens[index]!
  if (text !== 'A') return undefined
  const isSection =
    scene.tokens[index]!.joined && scene.tokens[index - 1]?.after.at(-1)?.kind === '(' && after[0]?.kind === ')'
  if (isSection) return [say('A')]
  const isQuoted = after[0]?.kind === '"' && scene.tokens[index - 1]?.after.at(-1)?.kind === '"'
  if (isQuoted || after[0]?.kind === ':' || scene.tokens.length === 1) return [say('A')]
  return LETTERED_THINGS.test(scene.tokens[index - 1]?.lower ?? '') && tokenBefore(scene, index) !== undefined
    ? [say('A')]
    : undefined
}

/** `q6h`, `q4-6h`: how often a medicine is given. */
export function readDosage({ tokens, locale }: Scene, index: number): Wording | undefined {
  const [, first, last] = /^[qQ](\d{1,2})(?:-(\d{1,2}))?[hH](?:rs?)?$/.exec(tokens[index]!.text) ?? []
  if (first === undefined) return undefined
  const range = last === undefined ? '' : ` to ${spellCardinal(last, locale)}`
  return [say(`every ${spellCardinal(first, locale)}${range} hours`)]
}

/** `pain x2 days`, `repeat x3`: how often, behind a word. */
export function readTimes(scene: Scene, index: number): Wording | undefined {
  const [, count] = /^[xX](\d{1,3})$/.exec(scene.tokens[index]!.text) ?? []
  const before = tokenBefore(scene, index)
  if (count === undefined || !/^[a-z]{3,}$|^[\d/.]+[a-z]*$/i.test(before?.text ?? '')) return undefined
  return /^(?:the|and|variable|where)$/.test(before!.lower)
    ? undefined
    : [say(`times ${spellCardinal(count, scene.locale)}`)]
}

/** `BIO 101`, `ART 220`: a subject in capitals before the number of a course is a word if it is one. */
export function readCourse(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  if (
    !/^[A-Z]{3,5}$/.test(text) ||
    SPELLED.has(lower) ||
    SPECIAL_WORDS.has(text) ||
    !/[aeiou]/.test(lower) ||
    !scene.isWord(lower)
  )
    return undefined
  return /^\d{3}[A-Z]?$/.test(tokenAfter(scene, index)?.text ?? '')
    ? [[{ text: lower, written: lower, sound: 'word' }]]
    : undefined
}
