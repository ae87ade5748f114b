import { EVERYDAY } from '../english/abbreviations.ts'
import { partOfSpeech } from '../english/common-words.ts'
import { HAS_SIGN } from '../english/currency-pattern.ts'
import { NUMBERED_THINGS } from '../english/numbered-things.ts'
import { findState } from '../english/states.ts'
import { isOpenClass, SENTENCE_STARTERS } from '../english/word-classes.ts'
import { wordList } from '../english/word-list.ts'
import type { Candidate, Grammar } from './candidate.ts'
import { compareReadings, type Decision } from './compare-readings.ts'
import { findCited } from './grammars/abbreviation/citations.ts'
import { abbreviationGrammar } from './grammars/abbreviation/grammar.ts'
import { ABBREVIATION_MEANINGS, isBare, LEADING_MEANINGS, mayBeLast } from './grammars/abbreviation/meanings.ts'
import { alternativesGrammar } from './grammars/alternatives/grammar.ts'
import { findGrammar } from './grammars/find-grammar.ts'
import { groupsGrammar } from './grammars/groups/grammar.ts'
import { measureGrammar } from './grammars/measure/grammar.ts'
import { isSideOfStreet } from './grammars/measure/read-quantity.ts'
import { readSideName } from './grammars/measure/read-side-name.ts'
import { moneyGrammar } from './grammars/money/grammar.ts'
import { findSharedStart } from './grammars/money/read-money.ts'
import { isSmallNumeral } from './grammars/roman/read-roman.ts'
import { USUAL } from './question.ts'
import { isCapitalized, type Scene, tokenAfter, tokenBefore, type Wording } from './scene.ts'
import { splitAffixes } from './split-affixes.ts'

/** The wording of the tokens from a place on, as the rules of normalisation have it. */
export type ReadUsually = (index: number) => Wording

/**
 * Chooses how the form at `index` is read, among the readings that it allows and the usual one. Undefined if it has one reading
 * only, or if rules read it together with its neighbours.
 */
export function chooseReading(scene: Scene, index: number, readUsually: ReadUsually): Decision | undefined {
  const { kind, sayAs } = scene.tokens[index]!
  if (scene.readings === undefined || kind !== 'text' || sayAs !== undefined) return undefined
  if (findCited(scene.tokens, index) !== undefined) return undefined
  return choosePair(scene, index, readUsually) ?? chooseAlone(scene, index, readUsually)
}

function chooseAlone(scene: Scene, index: number, readUsually: ReadUsually): Decision | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  if (isSmallNumeral(scene, index)) return undefined
  // `26"W × 28"D`: lengths, and the sides that they are of.
  if ([index, index + 1].some((at) => readSideName(scene, at) !== undefined)) return undefined
  const isLast = index === scene.tokens.length - 1
  // `the first PASS.`: the stop is that of the sentence.
  const isState = findState(text, scene.locale) !== undefined
  const ownsNoStop = !dotted || text.length === 1 || isState || (isLast && !scene.shouting)
  const isLetters = /^[A-Z]+$/.test(text) && ownsNoStop && !isBare(scene.tokens[index]!)
  if (ABBREVIATION_MEANINGS.has(lower) && !isLetters) return chooseAbbreviation(scene, index, readUsually)
  const { lead, written, tail } = splitAffixes(isBracketedSum(scene, index) ? `(${text})` : text)
  const grammar = findGrammar(written, scene.locale)
  if (grammar === undefined || (dotted && !mayEndWithStop(grammar, scene, index))) return undefined
  if (text === 'I' && !mayBeNumeral(scene, index)) return undefined
  if (written.length === 1 && /[24]/.test(written) && !mayBeWord(scene, index)) return undefined
  if (grammar === alternativesGrammar && !written.toLowerCase().split('/').every(scene.isWord)) return undefined
  // A term of a formula: `b² − 4ac`, `4n − 3`.
  const isTerm = [tokenBefore(scene, index), tokenAfter(scene, index)].some((beside) => beside?.text === '−')
  if (isTerm && /^\d+[a-z]{1,3}$/.test(text)) return undefined
  if (grammar === moneyGrammar && findSharedStart(scene, index) !== undefined) return undefined
  const usual = readUsually(index)
  if (usual.length > 1) return undefined
  const group = grammar.name === 'digits' && written === text ? chooseGroup(scene, index, readUsually) : undefined
  return group ?? compareReadings({ scene, index, grammar, written, usual, lead, tail })
}

/** `(£4,500)`, `($2 million)`: a sum alone in brackets. */
function isBracketedSum({ tokens }: Scene, index: number, length = 1): boolean {
  const { after } = tokens[index + length - 1]!
  return after[0]?.kind === ')' && tokens[index - 1]?.after.at(-1)?.kind === '(' && HAS_SIGN.test(tokens[index]!.text)
}

/** The pronoun is so common that a neighbour must give a reason to ask: `Charles I`, `I Corinthians`, `copper(I)`, `back to I`. */
function mayBeNumeral(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)
  const isNamed = isCapitalized(before) && !(index === 1 && isKnownWord(before!.lower))
  const isCounted = NUMBERED_THINGS.has(before?.lower.replace(/s$/, '') ?? '')
  const next = tokenAfter(scene, index)
  const isBeforeName = /^[A-Z][a-z]/.test(next?.text ?? '') && !isKnownWord(next!.lower)
  const isNoSubject = BEFORE_NO_SUBJECT.has(before?.lower ?? '') || next?.lower === 'of'
  return scene.tokens[index]!.joined || isNamed || isCounted || isBeforeName || isNoSubject
}

/** Words that never come right before a subject. */
const BEFORE_NO_SUBJECT = wordList('before no subject')

/** What has a capital and is no name: `Generally I`, `I Can Only Imagine`. */
function isKnownWord(lower: string): boolean {
  return SENTENCE_STARTERS.has(lower) || !isOpenClass(lower) || partOfSpeech(lower) !== undefined
}

/** `see you 2 nite`, `good 4 you`: a figure between words in small letters. */
function mayBeWord(scene: Scene, index: number): boolean {
  return [tokenBefore(scene, index), tokenAfter(scene, index)].every((beside) => /^[a-z]/.test(beside?.text ?? ''))
}

/** The stop of a unit, of a side, and of a numeral at the end of the sentence, says nothing about it. */
function mayEndWithStop({ name }: Grammar, { tokens }: Scene, index: number): boolean {
  return (
    name === 'suffix' || name === 'sides' || name === 'capitals' || (name === 'roman' && index === tokens.length - 1)
  )
}

/** An abbreviation with its stop, or one that the rules take for one without it. */
function chooseAbbreviation(scene: Scene, index: number, readUsually: ReadUsually): Decision | undefined {
  const { text, lower, dotted, after } = scene.tokens[index]!
  const isLast = index === scene.tokens.length - 1
  const mayEnd = mayBeLast(lower) || !EVERYDAY.has(lower)
  const endsWithStop = isLast && after[0]?.kind === '.' && mayEnd
  const mayBeBare = isBare(scene.tokens[index]!)
  if (!isLast && !dotted && !mayBeBare && ABBREVIATION_MEANINGS.get(lower)!.length < 2) return undefined
  const usual = readUsually(index)
  const isTitle = /^[A-Z][a-z]/.test(text) && index > 0 && isCapitalized(tokenAfter(scene, index))
  const isPlain =
    !dotted &&
    !(endsWithStop && (!scene.isWord(lower) || mayBeLast(lower))) &&
    !mayBeBare &&
    !isTitle &&
    usual.length === 1 &&
    usual[0]!.length === 1 &&
    usual[0]![0]!.text === lower
  if (usual.length > 1 || isPlain) return undefined
  // Alone in its sentence, a form may have any of its meanings: `vs.`
  const allows = isLast && index > 0 ? ({ class: one }: Candidate) => !LEADING_MEANINGS.has(one) : undefined
  return compareReadings({
    scene,
    index,
    grammar: abbreviationGrammar,
    written: dotted || endsWithStop ? `${text}.` : text,
    usual,
    allows,
  })
}

/** A number and a unit, or a sum and its scale, that only white space parts: compared as one form. */
function choosePair(scene: Scene, index: number, readUsually: ReadUsually): Decision | undefined {
  const first = scene.tokens[index]!
  const second = isNumeral(first.text) ? tokenAfter(scene, index) : undefined
  if (second === undefined || second.kind !== 'text' || second.joined || first.dotted) return undefined
  if (isSideOfStreet(scene, index + 1)) return undefined
  const pair = `${first.text} ${second.text}`
  const written = isBracketedSum(scene, index, 2) ? `(${pair})` : pair
  const grammar = HAS_SIGN.test(first.text) ? moneyGrammar : measureGrammar
  if (grammar.propose(written, scene.locale).length === 0) return undefined
  const usual = readUsually(index)
  const both = usual.length === 1 ? [...usual, ...readUsually(index + 1)] : usual
  if (both.length !== 2) return undefined
  const decision = compareReadings({ scene, index, grammar, written, usual: both })
  return usual.length === 1 && decision?.chosen.class === USUAL ? undefined : decision
}

/** A figure, perhaps with signs before it. */
function isNumeral(text: string): boolean {
  return /\d$|[¼-¾⅐-⅞]$/.test(text)
}

/** Longer rows are lists of figures. */
const MOST_GROUPS = 7

/** Digits that only white space parts are compared as one form; undefined where they only follow one another. */
function chooseGroup(scene: Scene, index: number, readUsually: ReadUsually): Decision | undefined {
  const texts = listGroups(scene, index)
  if (texts.length < 2 || texts.length > MOST_GROUPS) return undefined
  const usual = texts.map((_, i) => readUsually(index + i))
  if (usual.some((part) => part.length > 1)) return undefined
  const written = texts.join(' ')
  const decision = compareReadings({
    scene,
    index,
    grammar: groupsGrammar,
    written,
    usual: usual.map((part) => part[0]!),
  })
  return decision?.chosen.class === USUAL ? undefined : decision
}

/** The groups of digits of a row that begins at `index`, at most one more than a form may have; none inside a row. */
function listGroups(scene: Scene, index: number): readonly string[] {
  const { tokens } = scene
  if (isDigits(tokens[index - 1]?.text) && tokenAfter(scene, index - 1)?.joined === false) return []
  const texts: string[] = []
  for (let i = index; isDigits(tokens[i]?.text) && texts.length <= MOST_GROUPS; i++) {
    texts.push(tokens[i]!.text)
    if (tokenAfter(scene, i)?.joined !== false) break
  }
  return texts
}

function isDigits(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,7}$/.test(text)
}
