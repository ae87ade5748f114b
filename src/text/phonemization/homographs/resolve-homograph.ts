import { DETERMINERS, isAdverb, isOpenClass, PLURAL_SUBJECTS } from '../../language/word-classes.ts'
import type { NormalizedWord } from '../../normalization/normalized-text.ts'
import type { Homograph, HomographSense } from './homograph.ts'
import { type HomographContext, scoreRoles } from './homograph-rules.ts'

const CLUE_SCORE = 3
const NEIGHBOUR_CLUE_SCORE = 4
/** How far a determiner may stand before its noun. */
const NOUN_PHRASE_REACH = 3

/**
 * The sense in which the homograph at `index` is used, by the words around it. The first sense wins a tie. Part-of-speech rules
 * over neighbours, and clue words, as in Yarowsky, "Homograph Disambiguation in Text-to-Speech Synthesis" (1997), with hand-set
 * weights.
 */
export function resolveHomograph(senses: Homograph, words: readonly NormalizedWord[], index: number): HomographSense {
  const context = describeContext(words, index)
  const roles = scoreRoles(context)
  const scoreOf = (sense: HomographSense): number => (roles[sense.role] ?? 0) + scoreClues(sense.clues, context)
  return senses.reduce((best, sense) => (scoreOf(sense) > scoreOf(best) ? sense : best))
}

function describeContext(words: readonly NormalizedWord[], index: number): HomographContext {
  const { text, written, boundary } = words[index]!
  const before = phraseBefore(words, index)
  const governors = before.filter((word, i) => !isAdverb(word) && !isFloating(word, before[i + 1]))
  return {
    word: text,
    previous: governors[0] ?? '',
    beforePrevious: governors[1] ?? '',
    next: boundary === undefined ? (words[index + 1]?.text ?? '') : '',
    afterNext: words[index + 2]?.text ?? '',
    opensSentence: index === 0,
    isCapitalised: /^\p{Lu}.*\p{Ll}/u.test(written),
    followsAdverb: isAdverb(before[0] ?? ''),
    isInNounPhrase: followsDeterminer(governors),
    sentence: new Set(words.flatMap((word, i) => (i === index ? [] : [word.text.replace(/'s$/, '')]))),
  }
}

/** The words back to the last pause, the nearest first. */
function phraseBefore(words: readonly NormalizedWord[], index: number): readonly string[] {
  const before: string[] = []
  for (let i = index - 1; i >= 0 && words[i]!.boundary === undefined && before.length < 6; i--)
    before.push(words[i]!.text)
  return before
}

/** `all` and `both` after a subject, as in `they all live here`, are no determiners. */
function isFloating(word: string, before: string | undefined): boolean {
  return (word === 'all' || word === 'both') && PLURAL_SUBJECTS.has(before ?? '')
}

function followsDeterminer(before: readonly string[]): boolean {
  const end = before.findIndex((word) => !isOpenClass(word))
  return end > 0 && end < NOUN_PHRASE_REACH && DETERMINERS.has(before[end]!)
}

function scoreClues(clues: readonly string[], { previous, next, opensSentence, sentence }: HomographContext): number {
  let score = 0
  for (const clue of clues) {
    if (clue.startsWith('>')) score += next === clue.slice(1) ? NEIGHBOUR_CLUE_SCORE : 0
    else if (clue.startsWith('<')) score += previous === clue.slice(1) ? NEIGHBOUR_CLUE_SCORE : 0
    else if (clue === '^') score += opensSentence ? NEIGHBOUR_CLUE_SCORE : 0
    else if (sentence.has(clue)) score += CLUE_SCORE
  }
  return score
}
