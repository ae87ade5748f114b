import {
  DETERMINERS,
  FORMS_OF_BE,
  FORMS_OF_HAVE,
  isAdverb,
  isOpenClass,
  MODALS,
  OBJECT_STARTS,
  PLURAL_SUBJECTS,
  POSSESSIVES,
  PREPOSITIONS,
  SINGULAR_SUBJECTS,
} from '../../english/word-classes.ts'
import { wordList } from '../../english/word-list.ts'
import type { HomographRole, HomographSense } from './homograph.ts'
import { findCauser } from './homograph-clause.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** What the rules see of a homograph's place: words in lower case, empty if the phrase begins or ends. */
type Place = {
  /** The words before it, adverbs left out; `previous` is the nearest. */
  readonly previous: string
  readonly beforePrevious: string
  readonly next: string
  readonly isFormInS: boolean
  /** A determiner is up to three words before it, with nothing but possible adjectives and nouns between. */
  readonly isInNounPhrase: boolean
  /** An auxiliary and then a subject are before it: `does the store close`. */
  readonly asksAboutSubject: boolean
  /** An adverb is right before it. */
  readonly hasAdverb: boolean
  /** Written with a capital, and not all in capitals. */
  readonly isCapitalised: boolean
  /** The same inside a sentence. */
  readonly isName: boolean
  /** The class of the verb whose object ends right before it: `hold the box close`. */
  readonly causer: string
  /** `by` and a name follow: `read by Emma`. */
  readonly precedesMaker: boolean
}

type Scores = Partial<Record<HomographRole, number>>
type Rule = readonly [holds: (place: Place) => boolean, scores: Scores]

const PLURALS = wordList('plurals')
/** A word in -s that is no possessive and no decade: `her seventies records` is one record after another. */
const PLURAL = /^(?!(?:tens|(?:twen|thir|for|fif|six|seven|eigh|nine)ties)$).*[^su']s$/
const QUESTION_STARTS = wordList('question starts')
const PERSONS = wordList('subjects')
const MONTH_NAMES = wordList('months')

/** `friday`, `june`. */
function isTime(word: string): boolean {
  return word.endsWith('day') || MONTH_NAMES.has(word)
}

/** What a rule counts beside the model, in logits a point, and what clues do. */
const RULE_WEIGHT = 0.3
const NEAR_CLUE = 3
const BESIDE_CLUE = 4
/** How far a determiner may be before its noun. */
const NOUN_PHRASE_REACH = 3
/** Words before the homograph that are looked at. */
const REACH = 6

/**
 * What each circumstance says for or against a part of speech; the scores that hold are added up. Without any of these, held-out
 * sentences are read wrong.
 */
const RULES: readonly Rule[] = [
  [
    ({ previous }) => DETERMINERS.has(previous) || previous.endsWith("'s"),
    { noun: 3, adjective: 2, verb: -3, past: -3 },
  ],
  [({ previous, next }) => DETERMINERS.has(previous) && isOpenClass(next), { adjective: 2.5 }],
  [({ previous }) => previous === 'to', { verb: 3, noun: -0.5, past: -3 }],
  [({ previous }) => MODALS.has(previous), { verb: 4, past: -3, noun: -1 }],
  [({ previous }) => PREPOSITIONS.has(previous), { noun: 2, name: 0.5, adjective: 0.5, verb: -2, past: -2 }],
  [(at) => SINGULAR_SUBJECTS.has(at.previous) && at.isFormInS, { verb: 3, noun: -2 }],
  [(at) => SINGULAR_SUBJECTS.has(at.previous) && !at.isFormInS, { past: 3, verb: -1 }],
  [(at) => isPlural(at.previous) && !at.isFormInS, { verb: 2.5, past: 1, noun: -0.5 }],
  [(at) => isSingular(at.previous) && !at.isFormInS && startsObject(at.next), { past: 2.5 }],
  [({ hasAdverb }) => hasAdverb, { verb: 1, past: 1 }],
  [(at) => !isSubject(at.previous) && isAuxiliary(at.next), { noun: 2, name: 1, verb: -2, past: -1 }],
  [(at) => PLURAL_SUBJECTS.has(at.previous) && !at.isFormInS, { verb: 3, past: 2, noun: -2, adjective: -1 }],
  [({ previous }) => FORMS_OF_BE.has(previous), { adjective: 3, past: 2.5, verb: -3 }],
  [(at) => at.isInNounPhrase && !isPlural(at.previous), { noun: 2, adjective: 1 }],
  [({ next }) => OBJECT_STARTS.has(next), { verb: 2, past: 1.5, noun: -1, adjective: -1 }],
  [({ next }) => isOpenClass(next), { adjective: 1 }],
  [
    ({ previous, beforePrevious }) => QUESTION_STARTS.has(beforePrevious) && PERSONS.has(previous),
    { verb: 5, past: -5, adjective: -3, noun: -3 },
  ],
  [({ previous, beforePrevious }) => beforePrevious === 'believe' && PERSONS.has(previous), { past: 6, verb: -4 }],
  // `Does the store refund purchases?`
  [
    ({ asksAboutSubject, next }) => asksAboutSubject && (!isOpenClass(next) || isPlural(next)),
    { verb: 12, noun: -3, adjective: -3 },
  ],
  // `Let's track progress`, but `let's go record it`.
  [
    (at) => at.beforePrevious === "let's" && isOpenClass(at.previous) && !/^(?:go|come)$/.test(at.previous),
    { noun: 8, verb: -10 },
  ],
  // `He wrote about that house`, but `the barns that house them`.
  [
    (at) => at.previous === 'that' && !at.isFormInS && !PLURALS.has(at.beforePrevious) && !isPlural(at.beforePrevious),
    { noun: 4, verb: -10 },
  ],
  // `Hold the box close and run`.
  [
    (at) => at.causer === 'hold' && !isOpenClass(at.next) && !startsObject(at.next),
    { adjective: 10, verb: -8, noun: -4 },
  ],
  // `Sit back, close your eyes`: an order.
  [({ previous, next }) => previous === '' && POSSESSIVES.has(next), { verb: 12, noun: -4, adjective: -4 }],
  [(at) => at.precedesMaker, { past: 12, verb: -8 }],
  [({ isName }) => isName, { name: 6 }],
  [({ isCapitalised }) => !isCapitalised, { name: -6 }],
]

function isPlural(word: string): boolean {
  return PLURAL.test(word) && isOpenClass(word)
}

function isSingular(word: string): boolean {
  return isOpenClass(word) && !isPlural(word)
}

function isSubject(word: string): boolean {
  return PLURAL_SUBJECTS.has(word) || SINGULAR_SUBJECTS.has(word)
}

function isAuxiliary(word: string): boolean {
  return FORMS_OF_BE.has(word) || FORMS_OF_HAVE.has(word) || MODALS.has(word)
}

function startsObject(word: string): boolean {
  return OBJECT_STARTS.has(word) || DETERMINERS.has(word)
}

/** What rules and clues add to the score of a reading, in logits: that of its likeliest sense; -Infinity if it lacks a clue that it needs. */
export function createRuleScorer(
  sentence: HomographSentence,
  index: number,
): (reading: { readonly senses: readonly HomographSense[] }) => number {
  const roles = scoreRoles(describePlace(sentence, index))
  const scoreSense = ({ role, clues }: HomographSense): number => {
    const clued = clues.reduce((sum, clue) => sum + scoreClue(clue, sentence, index), 0)
    return role === 'clued' && clued === 0 ? Number.NEGATIVE_INFINITY : (roles[role] ?? 0) + clued
  }
  return ({ senses }) => RULE_WEIGHT * Math.max(...senses.map(scoreSense))
}

function scoreRoles(place: Place): Scores {
  const sum: Scores = {}
  for (const [holds, scores] of RULES) {
    if (!holds(place)) continue
    for (const role of Object.keys(scores) as HomographRole[]) sum[role] = (sum[role] ?? 0) + scores[role]!
  }
  return sum
}

function scoreClue(clue: string, sentence: HomographSentence, index: number): number {
  const { words } = sentence
  if (clue === '^') return index === 0 ? BESIDE_CLUE : 0
  if (clue.startsWith('>')) return isBeside(words[index]!) && words[index + 1]?.text === clue.slice(1) ? BESIDE_CLUE : 0
  if (clue.startsWith('<')) {
    const previous = words[index - 1]
    return previous !== undefined && isBeside(previous) && previous.text === clue.slice(1) ? BESIDE_CLUE : 0
  }
  return sentence.hasNear(clue, index) ? NEAR_CLUE : 0
}

function isBeside({ boundary }: { readonly boundary?: unknown }): boolean {
  return boundary === undefined
}

function describePlace(sentence: HomographSentence, index: number): Place {
  const { words, spellings } = sentence
  const { text, boundary } = words[index]!
  const governors: string[] = []
  for (let i = index - 1; i >= Math.max(0, index - REACH) && words[i]!.boundary === undefined; i--)
    if (!isAdverb(words[i]!.text) && !isFloating(words[i]!.text, words[i - 1]?.text)) governors.push(words[i]!.text)
  const next = boundary === undefined ? (words[index + 1]?.text ?? '') : ''
  const isCapital = (at: number): boolean => /^\p{Lu}.*\p{Ll}/u.test(spellings[at] ?? '')
  return {
    previous: governors[0] ?? '',
    beforePrevious: governors[1] ?? '',
    next,
    isFormInS: /[^s]s$/.test(text),
    isInNounPhrase: followsDeterminer(governors),
    asksAboutSubject: asksAboutSubject(governors),
    hasAdverb: index > 0 && words[index - 1]!.boundary === undefined && isAdverb(words[index - 1]!.text),
    isCapitalised: isCapital(index),
    isName: index > 0 && isCapital(index),
    causer: findCauser(sentence, index),
    precedesMaker: next === 'by' && isCapital(index + 2) && !isTime(words[index + 2]!.text),
  }
}

/** `all` and `both` after a subject, as in `they all live here`, are no determiners. */
function isFloating(word: string, before: string | undefined): boolean {
  return (word === 'all' || word === 'both') && PLURAL_SUBJECTS.has(before ?? '')
}

/** An auxiliary that takes the bare verb, then a determiner and one to three words that may be a noun with what describes it. */
function asksAboutSubject(before: readonly string[]): boolean {
  const at = before.findIndex((word) => QUESTION_STARTS.has(word))
  const subject = at < 2 ? [] : before.slice(0, at)
  return subject.length > 1 && DETERMINERS.has(subject.at(-1)!) && subject.slice(0, -1).every(isOpenClass)
}

function followsDeterminer(before: readonly string[]): boolean {
  const end = before.findIndex((word) => !isOpenClass(word))
  return end > 0 && end < NOUN_PHRASE_REACH && DETERMINERS.has(before[end]!)
}
