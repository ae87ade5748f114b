import { engineNamed } from '../../synthesis/engine-named.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import type { WrittenWord } from '../../text/written/write-words.ts'
import type { SpeechPart } from '../planning/growing-speech.ts'
import type { RenderingResources } from '../resources.ts'
import { createWordCollector } from '../timing/time-words.ts'
import { type StreamOptions, streamPieces } from './stream-speech.ts'
import { type TimedSpeechPart, timePieces } from './stream-timed-speech.ts'

export type GrowingStreamOptions = StreamOptions & {
  /** The name of the engine that speaks. */
  readonly engine: string
  /** Of the voice, in lower case: `en-us`. */
  readonly languageCode: string
}

/**
 * The audio of a text that is still being written and the times of its words, as `streamTimedSpeech` gives them for the
 * whole text. Headers do not declare a length. Ends when the parts end; to stop it earlier, end or destroy them too.
 */
export async function* streamGrowingSpeech(
  parts: AsyncIterable<SpeechPart>,
  resources: RenderingResources,
  { engine: name, languageCode, ...options }: GrowingStreamOptions,
): AsyncGenerator<TimedSpeechPart> {
  const heard: HeardSoFar = { words: [], sentences: [], collector: createWordCollector() }
  const segments = readSegments(parts, heard)
  const pieces = streamPieces({ engine: name, segments }, resources, options)
  yield* timePieces(pieces, { engine: engineNamed(name, resources.engines), languageCode, ...heard })
}

/** Grows as the parts come. `sentences`: of each word, the number of its sentence. */
type HeardSoFar = {
  readonly words: WrittenWord[]
  readonly sentences: number[]
  readonly collector: ReturnType<typeof createWordCollector>
}

async function* readSegments(
  parts: AsyncIterable<SpeechPart>,
  { words, sentences, collector }: HeardSoFar,
): AsyncGenerator<Segment> {
  let sentence = 0
  for await (const part of parts) {
    words.push(...part.words)
    collector.expect(part.segments)
    for (const segment of part.segments) {
      for (const { source } of segment.words) sentences[source] = sentence
      if (segment.endsSentence) sentence += 1
      yield segment
    }
  }
}
