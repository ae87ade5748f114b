import type { BoundaryMark } from '../../text/normalization/normalized-text.ts'

/**
 * Seconds of silence after a word at tempo 1, by the punctuation that follows it. The phrasing model replaces those of commas,
 * quotation marks and brackets inside sentences, unless the caller shapes the pause. Sentence ends are in the middle of what
 * Campione and Véronis call medium pauses of read speech, 0.2 to 1 s ("A large-scale multilingual study of silent pause
 * duration", Speech Prosody 2002).
 */
export const PAUSE_SECONDS: Readonly<Record<BoundaryMark, number>> = {
  ',': 0.22,
  '-': 0.25,
  '(': 0.18,
  ')': 0.18,
  '"': 0.12,
  ';': 0.32,
  ':': 0.32,
  '.': 0.48,
  '!': 0.48,
  '?': 0.5,
  '…': 0.55,
  break: 0,
  paragraph: 0.9,
}

/** After the last word of all: players that stop a little early do not cut the word. */
export const FINAL_PAUSE_SECONDS = 0.1

/** The longest pause that SSML breaks may ask for between two words. */
export const MAX_BREAK_SECONDS = 60

/** If a sentence is too long for one breath and no pause is near: a quarter of the reader's unmarked pauses are shorter. */
export const CUT_PAUSE_SECONDS = 0.17
