import type { TimedSpeechPart } from '../../delivery/streams/stream-timed-speech.ts'

type TimingPart = Extract<TimedSpeechPart, { kind: 'timing' }>

/** The JSON of a timing part of a timed stream. */
export function toTimingPartBody({ confidence, words }: TimingPart): object {
  return {
    confidence,
    words: words.map(({ sourceStart, sourceEnd, sentence, startOffset, endOffset, word }) => ({
      ...(startOffset !== undefined && { startOffset }),
      endOffset,
      word,
      source_start: sourceStart,
      source_end: sourceEnd,
      sentence,
    })),
  }
}
