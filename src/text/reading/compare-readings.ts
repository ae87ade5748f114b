import { DETERMINERS, isOpenClass } from '../english/word-classes.ts'
import type { Candidate, Grammar } from './candidate.ts'
import { lookAround } from './context/look-around.ts'
import { NOTHING_SETTLED, scoreByMemory, type TextMemory } from './memory.ts'
import { LEAST_MARGIN, USUAL } from './question.ts'
import { type Scene, shareOut, tokenAfter, tokenBefore, type Wording } from './scene.ts'
import { scoreBySetForm } from './set-forms.ts'
import { withAffixes } from './split-affixes.ts'
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

/** A written form in its place. */
export type Form = {
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

/** Compares what the grammar proposes for a form with the usual reading; undefined if it proposes nothing. */
export function compareReadings(form: Form): Decision | undefined {
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
  const isBehindArticle = DETERMINERS.has(tokenBefore(scene, index)?.lower ?? '')
  const joined = isBehindArticle ? joinReign(candidates, scores) : scores
  const idiomatic = scoreBySetForm(written, candidates, joined)
  const weighed = scoreByMemory(candidates, idiomatic, { grammar: grammar.name, memory, locale })
  return decide(form, options, weighed)
}

/** `a 6 ft ladder`, `the 6 ft`, but `leave 5 mm between them`: what describes is behind a determiner or before what may be a noun. */
function mayDescribe(scene: Scene, first: number, last: number): boolean {
  const [before, thing] = [tokenBefore(scene, first), tokenAfter(scene, last)]
  const isNoun = thing !== undefined && isOpenClass(thing.lower) && !thing.text.endsWith('/')
  if (isNoun || thing?.lower === 'can') return true
  return [before, tokenBefore(scene, first - 1)].some((one) => one !== undefined && DETERMINERS.has(one.lower))
}

/** Behind an article, a reign says what an ordinal says: `the XIV`. The ordinal gets the better score of both. */
function joinReign(candidates: readonly Candidate[], scores: readonly number[]): readonly number[] {
  const reign = candidates.findIndex((one) => one.class === 'reign')
  const ordinal = candidates.findIndex((one) => one.class === 'ordinal')
  if (reign < 0 || ordinal < 0) return scores
  return scores.with(ordinal, Math.max(scores[ordinal]!, scores[reign]!)).with(reign, Number.NEGATIVE_INFINITY)
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
