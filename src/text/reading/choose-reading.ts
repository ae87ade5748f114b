import { EVERYDAY } from '../english/abbreviations.ts'
import { partOfSpeech } from '../english/common-words.ts'
import { HAS_SIGN } from '../english/currency-pattern.ts'
import { NUMBERED_THINGS } from '../english/numbered-things.ts'
import { STATES } from '../english/states.ts'
import { DETERMINERS, isOpenClass, SENTENCE_STARTERS } from '../english/word-classes.ts'
import type { Candidate, Grammar } from './candidate.ts'
import { lookAround } from './context/look-around.ts'
import { abbreviationGrammar } from './grammars/abbreviation/grammar.ts'
import { ABBREVIATION_MEANINGS, isBare, LEADING_MEANINGS, mayBeLast } from './grammars/abbreviation/meanings.ts'
import { findGrammar } from './grammars/find-grammar.ts'
import { groupsGrammar } from './grammars/groups/grammar.ts'
import { measureGrammar } from './grammars/measure/grammar.ts'
import { isSideOfStreet } from './grammars/measure/read-quantity.ts'
import { moneyGrammar } from './grammars/money/grammar.ts'
import { NOTHING_SETTLED, scoreByMemory, type TextMemory } from './memory.ts'
import { USUAL } from './question.ts'
import { isCapitalized, type Scene, shareOut, tokenAfter, tokenBefore, type Wording } from './scene.ts'
import { scoreBySetForm } from './set-forms.ts'
import { splitAffixes, withAffixes } from './split-affixes.ts'
import type { SpokenWord } from './spoken-word.ts'

/** What was chosen for a written form, and what it was chosen over. */
export type Decision = {
  /** One part for each token of the form. */
  readonly wording: Wording
  readonly grammar: string
  readonly chosen: Candidate
  /** The best candidate with other words. */
  readonly runnerUp?: { readonly candidate: Candidate; readonly wording: Wording }
  /** How much better the chosen one scores, in natural logarithms. */
  readonly margin: number
  /** Nothing decides: the margin is no more than chance. */
  readonly isGuess: boolean
}

/** The wording of the tokens from a place on, as the rules of normalisation have it. */
export type ReadUsually = (index: number) => Wording

/**
 * Chooses how the form at `index` is read, among the readings that it allows and the usual one. Undefined if it has one reading
 * only, or if rules read it together with its neighbours.
 */
export function chooseReading(scene: Scene, index: number, readUsually: ReadUsually): Decision | undefined {
  const { kind, sayAs } = scene.tokens[index]!
  if (scene.readings === undefined || kind !== 'text' || sayAs !== undefined) return undefined
  return choosePair(scene, index, readUsually) ?? chooseAlone(scene, index, readUsually)
}

function chooseAlone(scene: Scene, index: number, readUsually: ReadUsually): Decision | undefined {
  const { text, lower, dotted } = scene.tokens[index]!
  const isLast = index === scene.tokens.length - 1
  // `the first PASS.`: the stop is that of the sentence.
  const ownsNoStop = !dotted || text.length === 1 || STATES.has(text) || (isLast && !scene.shouting)
  const isLetters = /^[A-Z]+$/.test(text) && ownsNoStop && !isBare(scene.tokens[index]!)
  if (ABBREVIATION_MEANINGS.has(lower) && !isLetters) return chooseAbbreviation(scene, index, readUsually)
  const { lead, written, tail } = splitAffixes(isBracketedSum(scene, index) ? `(${text})` : text)
  const grammar = findGrammar(written)
  if (grammar === undefined || (dotted && !mayEndWithStop(grammar, scene, index))) return undefined
  if (text === 'I' && !mayBeNumeral(scene, index)) return undefined
  if (written.length === 1 && /[24]/.test(written) && !mayBeWord(scene, index)) return undefined
  const usual = readUsually(index)
  if (usual.length > 1) return undefined
  const group = grammar.name === 'digits' && written === text ? chooseGroup(scene, index, readUsually) : undefined
  return group ?? compare({ scene, index, grammar, written, usual, lead, tail })
}

/** `(£4,500)`, `($2 million)`: a sum alone in brackets. */
function isBracketedSum({ tokens }: Scene, index: number, length = 1): boolean {
  const { after } = tokens[index + length - 1]!
  return after[0]?.kind === ')' && tokens[index - 1]?.after.at(-1)?.kind === '(' && HAS_SIGN.test(tokens[index]!.text)
}

/** The pronoun is so common that a name beside it must give a reason to ask: `Charles I`, `I Corinthians`, `copper(I)`. */
function mayBeNumeral(scene: Scene, index: number): boolean {
  const before = tokenBefore(scene, index)
  const isNamed = isCapitalized(before) && !(index === 1 && isKnownWord(before!.lower))
  const isCounted = NUMBERED_THINGS.has(before?.lower.replace(/s$/, '') ?? '')
  const next = tokenAfter(scene, index)
  const isBeforeName = /^[A-Z][a-z]/.test(next?.text ?? '') && !isKnownWord(next!.lower)
  return scene.tokens[index]!.joined || isNamed || isCounted || isBeforeName
}

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
  return name === 'suffix' || name === 'capitals' || (name === 'roman' && index === tokens.length - 1)
}

/** An abbreviation with its stop, or one that the rules take for one without it. */
function chooseAbbreviation(scene: Scene, index: number, readUsually: ReadUsually): Decision | undefined {
  const { text, lower, dotted, after } = scene.tokens[index]!
  const isLast = index === scene.tokens.length - 1
  const endsWithStop = isLast && after[0]?.kind === '.' && !EVERYDAY.has(lower)
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
  const allows = isLast ? ({ class: one }: Candidate) => !LEADING_MEANINGS.has(one) : undefined
  return compare({
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
  const decision = compare({ scene, index, grammar, written, usual: both })
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
  const decision = compare({ scene, index, grammar: groupsGrammar, written, usual: usual.map((part) => part[0]!) })
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

type Form = {
  readonly scene: Scene
  readonly index: number
  readonly grammar: Grammar
  readonly written: string
  readonly usual: Wording
  /** What is said of signs before and behind the form. */
  readonly lead?: string
  readonly tail?: string
  /** Which candidates fit the place of the form in its sentence; all unless given. */
  readonly allows?: ((candidate: Candidate) => boolean) | undefined
}

function compare(form: Form): Decision | undefined {
  const { scene, index, grammar, written, usual } = form
  const { tokens, locale, readings, memory = NOTHING_SETTLED } = scene
  const last = index + usual.length - 1
  const proposed = grammar.propose(written, locale).map((candidate) => inCurrency(candidate, memory))
  if (proposed.length === 0) return undefined
  const options = listOptions(
    form,
    proposed.filter(({ class: one }) => !one.endsWith('describing') || mayDescribe(scene, index, last)),
  )
  const candidates = options.map(({ candidate }) => candidate)
  const surroundings = lookAround(tokens, index, { earlier: memory.earlier, length: usual.length, written })
  const scores = readings!.score({
    grammar: grammar.name,
    written,
    locale,
    candidates,
    usual: options.findIndex(({ wording }) => wording === usual),
    surroundings,
    start: tokens[index]!.start,
  })
  const idiomatic = scoreBySetForm(written, candidates, scores)
  const weighed = scoreByMemory(candidates, idiomatic, { grammar: grammar.name, memory, locale })
  return decide(form, options, weighed)
}

/** `a 6 ft ladder`, `the 6 ft`, but `leave 5 mm between them`: what describes is behind a determiner or before what may be a noun. */
function mayDescribe(scene: Scene, first: number, last: number): boolean {
  const [before, thing] = [tokenBefore(scene, first), tokenAfter(scene, last)]
  if (thing !== undefined && (isOpenClass(thing.lower) || thing.lower === 'can')) return true
  return [before, tokenBefore(scene, first - 1)].some((one) => one !== undefined && DETERMINERS.has(one.lower))
}

/** A price without a sign is in the currency that the text has named. */
function inCurrency(candidate: Candidate, { currency }: TextMemory): Candidate {
  return candidate.class === 'price' && currency !== undefined
    ? { ...candidate, fields: { ...candidate.fields, currency } }
    : candidate
}

/** A candidate; its words, if they were needed so far. */
type Option = { readonly candidate: Candidate; wording: Wording | undefined }

/** The candidates that fit. The usual reading takes the place of the first that says the same, or comes last. */
function listOptions(form: Form, proposed: readonly Candidate[]): Option[] {
  const { usual, allows = () => true } = form
  const heard = soundOf(usual)
  const options = proposed.map((candidate): Option => ({ candidate, wording: undefined }))
  const same = options.find((option) => soundOf(wordsOf(option, form)) === heard)
  if (same === undefined) options.push({ candidate: { class: USUAL, fields: {} }, wording: usual })
  else same.wording = usual
  return options.filter(({ candidate }) => allows(candidate))
}

function wordsOf(option: Option, { grammar, scene, usual, lead = '', tail = '' }: Form): Wording {
  option.wording ??= share(withAffixes(grammar.say(option.candidate, scene.locale), { lead, tail }), usual)
  return option.wording
}

/**
 * The words of a group end where a pause does, others where the usual reading parts them if it begins with the same words;
 * otherwise each token has one and the last the rest.
 */
function share(words: readonly SpokenWord[], usual: Wording): Wording {
  const count = usual.length
  if (count === 1) return [words]
  const parts: SpokenWord[][] = [[]]
  for (const word of words) {
    parts.at(-1)!.push(word)
    if (word.pause === true) parts.push([])
  }
  if (parts.length === count) return parts
  const first = usual[0]!
  const beginsAlike = first.length < words.length && first.every(({ text }, i) => text === words[i]!.text)
  if (count === 2 && beginsAlike) return [words.slice(0, first.length), words.slice(first.length)]
  return shareOut(words, count) ?? [words]
}

/** Equal for readings that differ only in how a zero is called. */
function soundOf(wording: Wording): string {
  let heard = ''
  for (const part of wording)
    for (const { text, sound } of part) heard += ` ${text === 'oh' ? 'zero' : text}${sound === 'letter' ? '.' : ''}`
  return heard
}

/** A lead that is no more than chance: one reading is 1.16 times as likely as the other. */
const LEAST_MARGIN = 0.15

/** The best reading; of those that score about the same, the one that harms least. */
function decide(form: Form, options: readonly Option[], scores: readonly number[]): Decision {
  const { name, safest } = form.grammar
  const best = findBest(scores, () => true)!
  const safe = options.findIndex(({ candidate }) => candidate.class === safest)
  const isClose = safe >= 0 && scores[best]! - scores[safe]! < LEAST_MARGIN
  const place = isClose ? safe : best
  const wording = wordsOf(options[place]!, form)
  const said = soundOf(wording)
  const next = findBest(scores, (i) => i !== place && soundOf(wordsOf(options[i]!, form)) !== said)
  const chosen = { wording, grammar: name, chosen: options[place]!.candidate }
  if (next === undefined) return { ...chosen, margin: Number.POSITIVE_INFINITY, isGuess: false }
  const margin = scores[place]! - scores[next]!
  const runnerUp = { candidate: options[next]!.candidate, wording: wordsOf(options[next]!, form) }
  return { ...chosen, runnerUp, margin, isGuess: margin < LEAST_MARGIN }
}

/** The place of the highest score of those that fit; they are asked from the highest on. */
function findBest(scores: readonly number[], fits: (place: number) => boolean): number | undefined {
  const refused = new Set<number>()
  for (;;) {
    let best: number | undefined
    for (let i = 0; i < scores.length; i++)
      if (!refused.has(i) && (best === undefined || scores[i]! > scores[best]!)) best = i
    if (best === undefined || fits(best)) return best
    refused.add(best)
  }
}
