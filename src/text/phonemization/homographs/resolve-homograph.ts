import { DETERMINERS, isAdverb, isOpenClass, PLURAL_SUBJECTS } from '../../language/word-classes.ts'
import type { NormalizedWord } from '../../normalization/normalized-text.ts'
import type { Homograph, HomographSense } from './homograph.ts'
import { describeFeatures } from './homograph-features.ts'
import {
  comparesVerbs,
  endsReceiver,
  findCauser,
  followsFronting,
  followsHeldObject,
  followsPast,
} from './homograph-frames.ts'
import type { HomographModel } from './homograph-model.ts'
import { type HomographContext, QUESTION_STARTS, scoreRoles } from './homograph-rules.ts'
import type { HomographSentence } from './homograph-sentence.ts'
import type { HomographReading } from './list-readings.ts'

const CLUE_SCORE = 3
const NEIGHBOUR_CLUE_SCORE = 4
/** How far a determiner may be before its noun. */
const NOUN_PHRASE_REACH = 3
/** What a point of the rules counts beside the model, in logits. Chosen on the sentences held out from training. */
const RULE_WEIGHT = 0.3

/**
 * The reading of the homograph at `index`, by the words around it. The first reading wins a tie. Adds up a linear model over
 * the neighbours and hand-made rules about parts of speech and clue words, as in Gorman et al., "Improving homograph
 * disambiguation with supervised machine learning" (2018).
 */
export function resolveHomograph(
  senses: Homograph,
  { sentence, index, model }: { sentence: HomographSentence; index: number; model: HomographModel },
): HomographSense {
  const features = describeFeatures(sentence, index)
  const rules = createRuleScorer(sentence, index)
  const scored = model.readingsOf(sentence.words[index]!.text, senses).map((reading) => ({
    sense: reading.senses[0]!,
    score: model.score(reading, features) + rules(reading),
  }))
  return scored.reduce((best, reading) => (reading.score > best.score ? reading : best)).sense
}

/** What the hand-made rules add to the score of a reading, in logits: that of its likeliest sense; -Infinity if it lacks a clue that it needs. */
export function createRuleScorer(
  sentence: HomographSentence,
  index: number,
): (reading: Pick<HomographReading, 'senses'>) => number {
  const context = describeContext(sentence, index)
  const roles = scoreRoles(context)
  const scoreSense = ({ role, clues }: HomographSense): number => {
    const clued = scoreClues(clues, context)
    return role === 'clued' && clued === 0 ? Number.NEGATIVE_INFINITY : (roles[role] ?? 0) + clued
  }
  return ({ senses }) => RULE_WEIGHT * Math.max(...senses.map(scoreSense))
}

function describeContext(sentence: HomographSentence, index: number): HomographContext {
  const { words, spellings } = sentence
  const { text, boundary } = words[index]!
  const before = phraseBefore(words, index)
  const governors = before.filter((word, i) => !isAdverb(word) && !isFloating(word, before[i + 1]))
  return {
    word: text,
    previous: governors[0] ?? '',
    beforePrevious: governors[1] ?? '',
    next: boundary === undefined ? (words[index + 1]?.text ?? '') : '',
    afterNext: words[index + 2]?.text ?? '',
    opensSentence: index === 0,
    followsFronting: followsFronting(sentence, index),
    causer: findCauser(sentence, index),
    endsQuestion: asksAboutSubject(governors),
    isCapitalised: /^\p{Lu}.*\p{Ll}/u.test(spellings[index]!),
    adverb: isAdverb(before[0] ?? '') ? before[0]! : '',
    followsHeldObject: () => followsHeldObject(sentence, index),
    endsReceiver: () => endsReceiver(sentence, index),
    comparesVerbs: () => comparesVerbs(sentence, index),
    followsPast: () => followsPast(sentence, index),
    precedesName: () => precedesName(sentence, index),
    isInNounPhrase: followsDeterminer(governors),
    hasNear: (word) => sentence.hasNear(word, index),
    speaksOfPast: sentence.speaksOfPast(index),
  }
}

/** An auxiliary that takes the bare verb, then a determiner and one to three words that may be a noun with what describes it. */
function asksAboutSubject(before: readonly string[]): boolean {
  const at = before.findIndex((word) => QUESTION_STARTS.has(word))
  const subject = at < 2 ? [] : before.slice(0, at)
  return subject.length > 1 && DETERMINERS.has(subject.at(-1)!) && subject.slice(0, -1).every(isOpenClass)
}

/** The words back to the last pause, the nearest first. */
function phraseBefore(words: readonly NormalizedWord[], index: number): readonly string[] {
  const before: string[] = []
  for (let i = index - 1; i >= 0 && words[i]!.boundary === undefined && before.length < 6; i--)
    before.push(words[i]!.text)
  return before
}

const TIMES = /day$|^(?:january|february|march|april|june|july|august|september|october|november|december)$/

/** Whether the word after the next one is written with a capital and no name of a time: `read by Emma`, but `by Friday`. */
function precedesName({ words, spellings }: HomographSentence, index: number): boolean {
  const name = words[index + 2]
  return name !== undefined && /^\p{Lu}.*\p{Ll}/u.test(spellings[index + 2]!) && !TIMES.test(name.text)
}

/** `all` and `both` after a subject, as in `they all live here`, are no determiners. */
function isFloating(word: string, before: string | undefined): boolean {
  return (word === 'all' || word === 'both') && PLURAL_SUBJECTS.has(before ?? '')
}

function followsDeterminer(before: readonly string[]): boolean {
  const end = before.findIndex((word) => !isOpenClass(word))
  return end > 0 && end < NOUN_PHRASE_REACH && DETERMINERS.has(before[end]!)
}

function scoreClues(clues: readonly string[], { previous, next, opensSentence, hasNear }: HomographContext): number {
  let score = 0
  for (const clue of clues) {
    if (clue.startsWith('>')) score += next === clue.slice(1) ? NEIGHBOUR_CLUE_SCORE : 0
    else if (clue.startsWith('<')) score += previous === clue.slice(1) ? NEIGHBOUR_CLUE_SCORE : 0
    else if (clue === '^') score += opensSentence ? NEIGHBOUR_CLUE_SCORE : 0
    else if (hasNear(clue)) score += CLUE_SCORE
  }
  return score
}
