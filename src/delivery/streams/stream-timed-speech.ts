import { engineNamed } from '../../synthesis/engine-named.ts'
import type { SpeechEngine } from '../../synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { WrittenWord } from '../../text/written/write-words.ts'
import { formatHeardWord, type WordBody } from '../../timing/format-heard-word.ts'
import type { TimedPhone } from '../../timing/phones/phone-time.ts'
import { toMilliseconds } from '../../timing/to-milliseconds.ts'
import type { RenderingResources } from '../resources.ts'
import { confidenceIn, toTimedPhones } from '../timing/time-speech.ts'
import { createWordCollector, sentenceOfWords, type WordCollector } from '../timing/time-words.ts'
import { type StreamOptions, type StreamPiece, streamPieces } from './stream-speech.ts'

/** A source word as in `word-timing.json`, with its position in the text. */
export type PlacedWord = WordBody & {
  readonly sourceStart: number
  readonly sourceEnd: number
  readonly endMs: number
  /** Counted from 0. */
  readonly sentence: number
  /** Its sounds in order, without gaps. */
  readonly phones: readonly TimedPhone[]
}

/** One part of a timed stream: audio, or the times of words. */
export type TimedSpeechPart =
  | { readonly kind: 'audio'; readonly bytes: Uint8Array; readonly seconds: number }
  | {
      readonly kind: 'timing'
      readonly confidence: number
      /** Of the voice, in lower case: `en-us`. */
      readonly languageCode: string
      readonly words: readonly PlacedWord[]
    }

/**
 * The audio of a plan as `streamSpeech` gives it, byte for byte, and between it the times of the caller's words: each word once, in
 * order, no later than the audio in which it ends. No part is empty.
 */
export async function* streamTimedSpeech(
  plan: SynthesisPlan,
  resources: RenderingResources,
  options: StreamOptions,
): AsyncGenerator<TimedSpeechPart> {
  const collector = createWordCollector()
  collector.expect(plan.segments)
  const sentences = sentenceOfWords(plan)
  const pieces = streamPieces(plan, resources, options)
  yield* timePieces(pieces, {
    engine: engineNamed(plan.engine, resources.engines),
    languageCode: plan.languageCode,
    words: plan.words,
    collector,
    sentences,
  })
}

export type TimedText = {
  readonly engine: SpeechEngine
  readonly languageCode: string
  /** These may grow while the speech is made. */
  readonly words: readonly WrittenWord[]
  readonly sentences: readonly number[]
  readonly collector: WordCollector
}

/** The pieces of a stream with the times of its words in place of those of spoken words. */
export async function* timePieces(
  pieces: AsyncIterable<StreamPiece>,
  { engine, languageCode, words: written, collector, sentences }: TimedText,
): AsyncGenerator<TimedSpeechPart> {
  for await (const { bytes, seconds, words: spoken } of pieces) {
    const words = collector.collect(spoken).map(({ word, startSample, endSample, phones }) => {
      const { text, start, end } = written[word]!
      const startMs = toMilliseconds(startSample, engine.sampleRate)
      const endMs = toMilliseconds(endSample, engine.sampleRate)
      const body = formatHeardWord({ text, startMs, endMs }, word)
      return {
        ...body,
        sourceStart: start,
        sourceEnd: end,
        endMs,
        sentence: sentences[word]!,
        phones: toTimedPhones(phones, engine.sampleRate),
      }
    })
    if (words.length > 0) yield { kind: 'timing', confidence: confidenceIn(engine), languageCode, words }
    if (bytes.length > 0) yield { kind: 'audio', bytes, seconds }
  }
}
