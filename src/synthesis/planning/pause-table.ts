import type { BoundaryMark } from '../../text/normalization/normalized-text.ts'

/**
 * Seconds of silence after a word at tempo 1, by the punctuation that follows it. The phrasing model replaces the pauses of
 * commas, quotation marks and brackets inside sentences, unless the caller shapes the pause. Pauses at sentence ends are in the
 * middle of the "medium" pauses of read speech, 0.2 to 1 s, in Campione and Véronis ("A large-scale multilingual study of silent
 * pause duration", Speech Prosody 2002).
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

/** Silence after the last word of the text, so that players that stop a little early do not cut it off. */
export const FINAL_PAUSE_SECONDS = 0.1

/** The longest pause that SSML breaks can request between two words. */
export const MAX_BREAK_SECONDS = 60

/**
 * Pause in a sentence that is too long for one breath, if there is no pause nearby. A quarter of the reader's pauses without
 * punctuation are shorter.
 */
export const CUT_PAUSE_SECONDS = 0.17
