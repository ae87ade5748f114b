import type { BoundaryMark } from '../../text/normalization/normalized-text.ts'

/**
 * Seconds of silence after a word, by the punctuation that follows it, at tempo 1. One table for audio, timing and captions.
 * Commas and dashes lie at the short end and sentence ends in the middle of what Campione and Véronis call medium pauses of
 * read speech, 0.2 to 1 s ("A large-scale multilingual study of silent pause duration", Speech Prosody 2002).
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

/** Where a long stretch without punctuation is cut. */
export const CUT_PAUSE_SECONDS = 0.12
