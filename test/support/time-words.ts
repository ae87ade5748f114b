import { findPunctuation } from '../../src/timing/find-punctuation.ts'
import type { TimedWord } from '../../src/timing/timed-word.ts'

type TimeWordsOptions = {
  /** Seconds that each character of a word takes. */
  readonly pace?: number
  /** Seconds after a comma; twice as long after a sentence. */
  readonly pause?: number
}

/** Words of a text as if spoken at an even pace. */
export function timeWords(text: string, { pace = 0.06, pause = 0.2 }: TimeWordsOptions = {}): readonly TimedWord[] {
  const spans = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’$%]*/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
  const punctuation = findPunctuation(text, spans)
  let seconds = 0
  let sentence = 0
  return spans.map((span, i) => {
    const { before, after } = punctuation[i]!
    const startSeconds = seconds
    const endSeconds = startSeconds + pace * span.text.length
    const word = { text: span.text, before, after, startSeconds, endSeconds, sentence }
    const endsSentence = /[.!?]["”)]? ?$/.test(after)
    if (endsSentence) sentence += 1
    seconds = endSeconds + (endsSentence ? 2 * pause : /[,;:—]/.test(after) ? pause : 0)
    return word
  })
}
