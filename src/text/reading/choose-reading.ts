import { LEADS } from '../normalization/pieces/verbalize-measure.ts'
import { type Scene, shareOut, tokenAfter, type Wording } from '../normalization/scene.ts'
import { type SpokenWord, say } from '../normalization/spoken-word.ts'
import type { Candidate, Grammar } from './candidate.ts'
import { lookAround } from './context/look-around.ts'
import { findGrammar } from './grammars/find-grammar.ts'
import { groupsGrammar } from './grammars/groups/grammar.ts'
import { USUAL } from './question.ts'

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
  const { text, kind, dotted, sayAs } = scene.tokens[index]!
  if (scene.readings === undefined || kind !== 'text' || dotted || sayAs !== undefined) return undefined
  const { lead, written, tail } = splitAffixes(text)
  const grammar = findGrammar(written)
  if (grammar === undefined) return undefined
  const usual = readUsually(index)
  if (usual.length > 1) return undefined
  const group = grammar.name === 'digits' && written === text ? chooseGroup(scene, index, readUsually) : undefined
  return group ?? compare({ scene, index, grammar, written, usual, lead, tail })
}

/** A sign before or behind a form is said beside each of its readings: `~5k`, `≥3.11`, `#405`, `100K+`. */
function splitAffixes(text: string): { readonly lead: string; readonly written: string; readonly tail: string } {
  const first = text[0]!
  const lead = first === '#' ? 'number' : (LEADS[first] ?? '')
  const isMore = text.endsWith('+')
  return { lead, written: text.slice(lead === '' ? 0 : 1, isMore ? -1 : undefined), tail: isMore ? 'plus' : '' }
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
}

function compare(form: Form): Decision | undefined {
  const { scene, index, grammar, written, usual } = form
  const { tokens, locale, readings, earlier = [] } = scene
  const proposed = grammar.propose(written, locale)
  if (proposed.length === 0) return undefined
  const options = listOptions(form, proposed)
  const candidates = options.map(({ candidate }) => candidate)
  const place = options.findIndex(({ isUsual }) => isUsual)
  const surroundings = lookAround(tokens, index, { earlier, length: usual.length })
  const scores = readings!.score({ grammar: grammar.name, written, locale, candidates, usual: place, surroundings })
  return decide(grammar, options, scores)
}

type Option = { readonly candidate: Candidate; readonly wording: Wording; readonly isUsual: boolean }

/** The candidates with their words. The usual reading takes the place of the candidate that says the same, or comes last. */
function listOptions(
  { grammar, usual, scene, lead = '', tail = '' }: Form,
  proposed: readonly Candidate[],
): readonly Option[] {
  const heard = soundOf(usual)
  let isFound = false
  const options = proposed.map((candidate): Option => {
    const words = [...say(lead), ...grammar.say(candidate, scene.locale), ...say(tail)]
    const wording = share(words, usual.length)
    const isUsual = !isFound && soundOf(wording) === heard
    isFound ||= isUsual
    return { candidate, wording: isUsual ? usual : wording, isUsual }
  })
  return isFound ? options : [...options, { candidate: { class: USUAL, fields: {} }, wording: usual, isUsual: true }]
}

/** The words of a group end where a pause does; otherwise each token has one and the last the rest. */
function share(words: readonly SpokenWord[], count: number): Wording {
  if (count === 1) return [words]
  const parts: SpokenWord[][] = [[]]
  for (const word of words) {
    parts.at(-1)!.push(word)
    if (word.pause === true) parts.push([])
  }
  return parts.length === count ? parts : (shareOut(words, count) ?? [words])
}

/** Equal for readings that differ only in how a zero is called. */
function soundOf(wording: Wording): string {
  let heard = ''
  for (const part of wording)
    for (const { text, sound } of part) heard += ` ${text === 'oh' ? 'zero' : text}${sound === 'letter' ? '.' : ''}`
  return heard
}

/** A lead that is no more than chance: one reading is 1.3 times as likely as the other. */
const LEAST_MARGIN = 0.25

/** The best reading; of those that score about the same, the one that harms least. */
function decide({ name, safest }: Grammar, options: readonly Option[], scores: readonly number[]): Decision {
  const order = options.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]!)
  const safe = options.findIndex(({ candidate }) => candidate.class === safest)
  const isClose = safe >= 0 && scores[order[0]!]! - scores[safe]! < LEAST_MARGIN
  const place = isClose ? safe : order[0]!
  const { candidate, wording } = options[place]!
  const said = soundOf(wording)
  const next = order.find((i) => soundOf(options[i]!.wording) !== said)
  const chosen = { wording, grammar: name, chosen: candidate }
  if (next === undefined) return { ...chosen, margin: Number.POSITIVE_INFINITY, isGuess: false }
  const margin = scores[place]! - scores[next]!
  return { ...chosen, runnerUp: options[next]!, margin, isGuess: margin < LEAST_MARGIN }
}
