import type { TimedSpeechPart } from '../../delivery/streams/stream-timed-speech.ts'
import { describePhone } from '../../delivery/timing/phones/describe-phone.ts'

type TimingPart = Extract<TimedSpeechPart, { kind: 'timing' }>

/** The JSON of a timing part of a timed stream. */
export function toTimingPartBody(
  { confidence, languageCode, words }: TimingPart,
  { includePhones }: { readonly includePhones: boolean },
): object {
  return {
    confidence,
    words: words.map(({ sourceStart, sourceEnd, sentence, startOffset, endOffset, word, phones }) => ({
      ...(startOffset !== undefined && { startOffset }),
      endOffset,
      word,
      source_start: sourceStart,
      source_end: sourceEnd,
      sentence,
      ...(includePhones && { phones: phones.map((phone) => describePhone(phone, languageCode)) }),
    })),
  }
}
