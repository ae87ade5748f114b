import { countSyllables } from '../../text/arpabet.ts'
import { wordList } from '../../text/english/word-list.ts'
import type { BoundaryMark } from '../../text/normalization/normalized-text.ts'
import type { Sentence } from '../../text/utterance.ts'

/** The silence after a word at tempo 1, in seconds: what it is on average, and its standard deviation. */
type Pause = { readonly mean: number; readonly spread: number }

/**
 * Pauses by the punctuation. Those of `.`, `?`, `!`, `;` and `:` are the reader's (training/phrasing); dashes, dots and the ends of
 * paragraphs are not in her recordings. The phrasing model replaces the pauses of commas, quotation marks and brackets inside
 * sentences, unless the caller shapes the pause.
 */
const PAUSES: Readonly<Record<BoundaryMark, Pause>> = {
  ',': { mean: 0.22, spread: 0 },
  '-': { mean: 0.25, spread: 0.08 },
  '(': { mean: 0.18, spread: 0 },
  ')': { mean: 0.18, spread: 0 },
  '"': { mean: 0.12, spread: 0 },
  ';': { mean: 0.36, spread: 0.14 },
  ':': { mean: 0.36, spread: 0.14 },
  '.': { mean: 0.41, spread: 0.15 },
  '!': { mean: 0.41, spread: 0.15 },
  '?': { mean: 0.41, spread: 0.15 },
  '…': { mean: 0.55, spread: 0.12 },
  break: { mean: 0, spread: 0 },
  paragraph: { mean: 0.9, spread: 0.15 },
}

/** Drawn pauses are clamped to this range, in seconds. */
const DRAWN_RANGE = { least: 0.15, most: 1.4 }

/** Silence after the last word of the text, so that players that stop a little early do not cut it off. */
export const FINAL_PAUSE_SECONDS = 0.1

/** The longest pause that SSML breaks can request between two words. */
export const MAX_BREAK_SECONDS = 60

/**
 * Pause in a sentence that is too long for one breath, if there is no pause nearby. A quarter of the reader's pauses without
 * punctuation are shorter.
 */
export const CUT_PAUSE_SECONDS = 0.17

/**
 * What the sentences beside a pause change, in seconds, fitted to 880 pauses of the reader after `.`: longer after a long sentence,
 * shorter before one that goes on from it. Only the first word of the next sentence counts, since a text that is still
 * being written is spoken as soon as that is known.
 */
const PER_LOG_SYLLABLE = 0.042
const MEAN_LOG_SYLLABLES = 2.6
const BEFORE_CONNECTIVE = -0.06
const BEFORE_PRONOUN = -0.03
const BEFORE_OTHER = 0.017
const CONNECTIVES = wordList('connectives')
const PRONOUNS = wordList('pronouns at the start')

/** The mean of a mark's pause, in seconds at tempo 1. */
export function meanPause(mark: BoundaryMark): number {
  return PAUSES[mark].mean
}

/** The pause at a mark inside a sentence, in seconds at tempo 1. `drawn` is a draw of the place. */
export function pauseInside(mark: BoundaryMark, drawn: number): number {
  const { mean, spread } = PAUSES[mark]
  return spread === 0 ? mean : clampDrawn(mean + spread * drawn)
}

/** The mean of the pause after a sentence that another one follows, in seconds at tempo 1. */
export function meanPauseAfter(sentence: Sentence): number {
  return pauseAfter(sentence).mean
}

function pauseAfter({ words, endsParagraph }: Sentence): Pause {
  const own = PAUSES[words.at(-1)!.boundary!.mark]
  return endsParagraph && own.mean < PAUSES.paragraph.mean ? PAUSES.paragraph : own
}

/** The pause between two sentences, in seconds at tempo 1. `drawn` is a draw of the place. */
export function pauseBetween(before: Sentence, next: Sentence, drawn: number): number {
  const { mean, spread } = pauseAfter(before)
  if (mean === 0) return 0
  const syllables = before.words.reduce((sum, { phonemes }) => sum + countSyllables(phonemes), 0)
  const length = PER_LOG_SYLLABLE * (Math.log(1 + syllables) - MEAN_LOG_SYLLABLES)
  const first = next.words[0]!.text
  const link = CONNECTIVES.has(first) ? BEFORE_CONNECTIVE : PRONOUNS.has(first) ? BEFORE_PRONOUN : BEFORE_OTHER
  return clampDrawn(mean + length + link + spread * drawn)
}

function clampDrawn(seconds: number): number {
  return clampPause(seconds, DRAWN_RANGE)
}

/** A pause within a range of seconds, rounded to milliseconds, which keeps plans short. */
export function clampPause(
  seconds: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  return Math.round(1000 * Math.min(Math.max(seconds, least), most)) / 1000
}
