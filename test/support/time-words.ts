import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { writeWords } from '../../src/text/written/write-words.ts'
import type { SpeechTiming } from '../../src/timing/speech-timing.ts'

type TimeWordsOptions = {
  /** Seconds that each character of a word takes. */
  readonly pace?: number
  /** Seconds after a comma; twice as long after a sentence. */
  readonly pause?: number
  /** Seconds after the last word. */
  readonly rest?: number
}

/** The timing of a text as if it were spoken at an even pace. */
export function timeWords(text: string, { pace = 0.06, pause = 0.2, rest = 0.5 }: TimeWordsOptions = {}): SpeechTiming {
  const spans = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’$%]*/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
  let seconds = 0
  let endMs = 0
  let sentence = 0
  const words = writeWords(parseMarkup(text, { ssml: false }), spans).map((span) => {
    const { before, after } = span
    const startMs = Math.round(1000 * seconds)
    seconds += pace * span.text.length
    endMs = Math.round(1000 * seconds)
    const word = { text: span.text, before, after, startMs, endMs, sentence }
    const endsSentence = /[.!?]["”)]? ?$/.test(after)
    if (endsSentence) sentence += 1
    seconds += endsSentence ? 2 * pause : /[,;:—]/.test(after) ? pause : 0
    return word
  })
  return { languageCode: 'en-us', confidence: 1, durationMs: endMs + Math.round(1000 * rest), words }
}
