import { engineNamed } from '../../synthesis/engine-named.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import { formatHeardWord, type WordBody } from '../../timing/format-heard-word.ts'
import { toMilliseconds } from '../../timing/to-milliseconds.ts'
import type { RenderingResources } from '../resources.ts'
import { confidenceIn } from '../timing/time-speech.ts'
import { createWordCollector, sentenceOfWords } from '../timing/time-words.ts'
import { type StreamOptions, streamPieces } from './stream-speech.ts'

/** A source word as in `word-timing.json`, with its position in the text. */
export type PlacedWord = WordBody & {
  readonly sourceStart: number
  readonly sourceEnd: number
  /** Counted from 0. */
  readonly sentence: number
}

/** One part of a timed stream: audio, or the times of words. */
export type TimedSpeechPart =
  | { readonly kind: 'audio'; readonly bytes: Uint8Array }
  | { readonly kind: 'timing'; readonly confidence: number; readonly words: readonly PlacedWord[] }

/**
 * The audio of a plan as `streamSpeech` gives it, byte for byte, and between it the times of the caller's words: each word once, in
 * order, no later than the audio in which it ends. No part is empty.
 */
export async function* streamTimedSpeech(
  plan: SynthesisPlan,
  resources: RenderingResources,
  options: StreamOptions,
): AsyncGenerator<TimedSpeechPart> {
  const engine = engineNamed(plan.engine, resources.engines)
  const collect = createWordCollector(plan)
  const sentences = sentenceOfWords(plan)
  for await (const { bytes, words: spoken } of streamPieces(plan, resources, options)) {
    const words = collect(spoken).map(({ word, startSample, endSample }) => {
      const { text, start, end } = plan.words[word]!
      const startMs = toMilliseconds(startSample, engine.sampleRate)
      const endMs = toMilliseconds(endSample, engine.sampleRate)
      const body = formatHeardWord({ text, startMs, endMs }, word)
      return { ...body, sourceStart: start, sourceEnd: end, sentence: sentences[word]! }
    })
    if (words.length > 0) yield { kind: 'timing', confidence: confidenceIn(engine), words }
    if (bytes.length > 0) yield { kind: 'audio', bytes }
  }
}
