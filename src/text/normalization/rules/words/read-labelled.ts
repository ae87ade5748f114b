import { spellCardinal, spellPairs } from '../../numbers/spell-number.ts'
import { readPiece } from '../../pieces/read-piece.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { ABBREVIATIONS } from '../../tables/abbreviations.ts'
import { ELEMENT_NAMES, ELEMENT_SYMBOLS } from '../../tables/elements.ts'
import { HAS_LETTER, HAS_LETTERED_NUMBER, SUBJECTS } from '../../tables/numbered-things.ts'
import { SPECIAL_WORDS } from '../../tables/special-words.ts'
import { STATES } from '../../tables/states.ts'
import { findUnit } from '../../tables/units.ts'
import type { Token } from '../../tokens/token.ts'

/** `p.45`, `vol.7`, `No.5`: an abbreviation joined to its figure. */
export function readJoinedAbbreviation(scene: Scene, index: number): Wording | undefined {
  const [, short, figure] = /^([A-Za-z]{1,4})\.(\d{1,4}(?:[-–]\d{1,4})?)$/.exec(scene.tokens[index]!.text) ?? []
  if (short === undefined || figure === undefined) return undefined
  if (/^ss?$/.test(short)) return [[...say(short === 's' ? 'section' : 'sections'), ...readPiece(figure, scene)]]
  const use = ABBREVIATIONS.get(short.toLowerCase())?.find((one) => one.use === 'inside')
  return use === undefined ? undefined : [[...say(use.say), ...readPiece(figure, scene)]]
}

/** `R-Ariz.`, `D-Vt.`: the party and the state of a politician. */
export function readPartyAndState(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (text[1] !== '-') return undefined
  const [, side, letters] = /^([RDI])-((?:[A-Z]\.)+[A-Z])$/.exec(text) ?? []
  if (side !== undefined && letters !== undefined) {
    const code = letters.replaceAll('.', '')
    return [say(`${side} ${STATES.get(code)}`)]
  }
  const [, camp, code] = /^([RDI])-([A-Z]{2})$/.exec(text) ?? []
  const home = STATES.get(code ?? '')
  if (home !== undefined) return [say(`${camp} ${home}`)]
  const [, party, short] = /^([RDI])-([A-Z][a-z]{1,5})$/.exec(text) ?? []
  const state =
    short === undefined ? undefined : ABBREVIATIONS.get(short.toLowerCase())?.find(({ use }) => use === 'closing')
  return state === undefined ? undefined : [say(`${party} ${state.say}`)]
}

/** `Series A`: a capital letter, not the article. */
export function readLetterName(scene: Scene, index: number): Wording | undefined {
  const { text, after } = scene.tokens[index]!
  if (text !== 'A' && text !== 'a') return undefined
  const before = scene.tokens[index]!.joined ? scene.tokens[index - 1] : undefined

  const isSection = /^\d+$/.test(before?.text ?? '')
  if (text === 'a') return isSection ? [say('A')] : undefined

  const isFirst = tokenAfter(scene, index)?.lower === 'to' && /^[B-Z]$/.test(scene.tokens[index + 2]?.text ?? '')
  if (isFirst || isInRunningText(scene, index)) return [say('A')]

  if (after.length > 0 || scene.tokens.length === 1) return [say('A')]
  return HAS_LETTER.has(scene.tokens[index - 1]?.lower ?? '') && tokenBefore(scene, index) !== undefined
    ? [say('A')]
    : undefined
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
  const [, pace] = /^q(\d{1,3})$/.exec(tokens[index]!.text) ?? []
  if (pace !== undefined && isPaced(tokens, index)) return [say(`every ${spellCardinal(pace, locale)}`)]
  if (first === undefined) return undefined
  const range = last === undefined ? '' : ` to ${spellCardinal(last, locale)}`
  const many = findUnit(unit.toLowerCase())?.many ?? PERIODS[unit]
  return [say(`every ${spellCardinal(first, locale)}${range} ${many}`)]
}

/** `q15 min.`, and `q30` beside another. */
function isPaced(tokens: readonly Token[], index: number): boolean {
  const unit = /^(?:mins?|minutes|hrs?|hours|days?|wks?|weeks)$/
  return tokens.some(
    ({ lower }, i) => /^q\d{1,3}$/.test(lower) && Math.abs(i - index) < 12 && unit.test(tokens[i + 1]?.lower ?? ''),
  )
}

const PERIODS: Readonly<Record<string, string>> = { d: 'days', w: 'weeks' }

/** `4 doses/24 hrs`, `40ml/24hrs`: how many there are in so long. */
export function readWordRate(scene: Scene, index: number): Wording | undefined {
  const { text, start, joined } = scene.tokens[index]!
  const thing = tokenBefore(scene, index)
  const [, often, span] = /^(\d{1,2})[x×]\/(\d{1,2})$/.exec(text) ?? []
  const window = tokenAfter(scene, index)?.lower ?? ''
  if (often !== undefined && span !== undefined && PERIOD.test(window))
    return [
      say(`${spellCardinal(often, scene.locale)} times per ${spellCardinal(span, scene.locale)}`),
      say(PERIODS[window] ?? findUnit(window)?.many ?? window),
    ]
  if (!joined || thing?.end !== start - 1) return undefined
  const [, amount, glued = ''] = /^(\d{1,3})([a-z]{1,4})$/.exec(text) ?? []
  if (amount !== undefined && PERIOD.test(glued) && /^(?:\d[\d.]*)?[a-zA-Z]{2,}$/.test(thing.text))
    return [say(`per ${spellCardinal(amount, scene.locale)} ${PERIODS[glued] ?? findUnit(glued)?.many ?? glued}`)]
  if (!/^(?:[a-z]{3,}|\d{1,2}[x×])$/.test(thing.text)) return undefined
  const period = tokenAfter(scene, index)?.lower ?? ''
  if (!PERIOD.test(period) || !/^\d{1,15}$/.test(text)) return undefined
  const per = say(`per ${spellCardinal(text, scene.locale)}`)
  const unit = period.length < 3 ? (PERIODS[period] ?? findUnit(period)?.many) : undefined
  return unit === undefined ? [per] : [per, say(unit)]
}

const PERIOD = /^(?:h|hrs?|hours?|days?|d|wks?|weeks?|mos?|months?|min|mins|minutes|sec|secs|seconds|yrs?|years?)$/

/** `K–5`, `PreK-8`: the grades of a school. */
export function readGrades(scene: Scene, index: number): Wording | undefined {
  const [, pre, last] = /^([Pp]re-?)?K[-–](?!9$)(\d{1,2})$/.exec(scene.tokens[index]!.text) ?? []
  return last === undefined
    ? undefined
    : [say(`${pre === undefined ? '' : 'pre '}K through ${spellCardinal(last, scene.locale)}`)]
}

/** `gold (Au)`: the sign of an element behind its name, in brackets. */
export function readElement({ tokens }: Scene, index: number): Wording | undefined {
  const { text, after, joined } = tokens[index]!
  const before = tokens[index - 1]
  if (text.length > 2 || (joined && text === 'V')) return undefined
  const isOxidized =
    after.length === 1 && after[0]!.kind === '(' && tokens[index + 1]?.joined === true && ELEMENT_SYMBOLS.has(text)
  if (isOxidized && /^(?:I{1,3}|I?V|VI{1,3})$/.test(tokens[index + 1]!.text)) return [say(spell(text))]
  if (after[0]?.kind !== ')' || before?.after.at(-1)?.kind !== '(') return undefined
  return ELEMENT_NAMES.get(before.lower) === text ? [say(spell(text))] : undefined
}

/** `pain x2 days`, `repeat x3`: how often, behind a word. */
export function readTimes(scene: Scene, index: number): Wording | undefined {
  const [, course, period = ''] = /^x(\d{1,3})(d|wks?|mos?)$/.exec(scene.tokens[index]!.text) ?? []
  if (course !== undefined) {
    const name = { d: 'day', w: 'week', m: 'month' }[period[0]!]
    return [say(`times ${spellCardinal(course, scene.locale)} ${name}${course === '1' ? '' : 's'}`)]
  }
  const [, count] = /^[xX](\d{1,3})$/.exec(scene.tokens[index]!.text) ?? []
  const before = tokenBefore(scene, index)
  if (count === undefined || !/^[a-z]{3,}$|^[\d/.]+[a-z]*$/i.test(before?.text ?? '')) return undefined

  return [say(`${before!.lower.startsWith('pci') ? 'by' : 'times'} ${spellCardinal(count, scene.locale)}`)]
}

/** `BIO 101`, `HIST 220`: a subject in capitals before the number of a course is a word if people can say it so. */
export function readCourse(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!

  if (!/^[A-Z]{3,5}$/.test(text) || !/^\d{3}[A-Z]?$/.test(tokenAfter(scene, index)?.text ?? '')) return undefined

  if (SPECIAL_WORDS.has(text) || !/[aeiou]/.test(lower)) return undefined
  const whole = ABBREVIATIONS.get(lower)?.find(({ use }) => use === 'closing')
  if (whole !== undefined && SUBJECTS.has(whole.say)) return [say(whole.say)]
  return scene.isWord(lower) ? [[{ text: lower, written: lower, sound: 'word' }]] : undefined
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

/** `between J10 and J11`, `M5 J15` in Britain: a junction of a motorway. */
export function readJunction(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (text[0] !== 'J' || scene.locale !== 'en_GB') return undefined
  const [, number, letter = ''] = /^J([1-9]\d?)([A-Za-z]?)$/.exec(text) ?? []
  if (number === undefined) return undefined
  return [say(`junction ${spellCardinal(number, scene.locale)} ${letter.toUpperCase()}`)]
}

/** `Fig. 3b`, `Flat 12B`, `Route 9W`: a letter behind the number of one of several, not a unit. */
export function readLetteredNumber(scene: Scene, index: number): Wording | undefined {
  const [, lead = '', digits, letter] = /^(#?)(\d{1,4})([A-Za-z])$/.exec(scene.tokens[index]!.text) ?? []
  const label = tokenBefore(scene, index)?.lower
  if (digits === undefined || letter === undefined || label === undefined) return undefined
  if (!HAS_LETTERED_NUMBER.has(label) || (label === 'class' && /[gm]$/.test(scene.tokens[index]!.text)))
    return undefined
  return [say(`${lead === '' ? '' : 'number '}${spellPairs(digits, scene.locale)} ${letter.toUpperCase()}`)]
}
