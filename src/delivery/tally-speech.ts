import { replaceSpeech } from '../speaking/replace-speech.ts'
import type { SpeechChunk, SpeechEngine } from '../synthesis/speech-engine.ts'

type Engines = ReadonlyMap<string, SpeechEngine>

/** How much was spoken so far. */
export type SpeechTally = { readonly audioMs: number; readonly cacheHits: number }

/** Returns the resources with engines that count what is spoken with them, for one request. */
export function tallySpeech<Resources extends { readonly engines: Engines }>(
  resources: Resources,
): { readonly resources: Resources; readonly read: () => SpeechTally } {
  const tally = { seconds: 0, cacheHits: 0 }
  const engines = new Map(
    [...resources.engines].map(([name, engine]) => [
      name,
      replaceSpeech(engine, {
        speak: (segment, options) => countSpeech(engine.speak(segment, options), tally),
        ...(engine.measure && { measure: (segment, options) => engine.measure!(segment, options) }),
      }),
    ]),
  )
  return {
    resources: { ...resources, engines },
    read: () => ({ audioMs: Math.round(tally.seconds * 1000), cacheHits: tally.cacheHits }),
  }
}

/**
 * Not a generator inside `tallySpeech`: V8 gives each such function a hidden class in its old space, which keeps all that the function
 * can see, here the whole request, until the next full collection.
 */
async function* countSpeech(
  speech: AsyncIterable<SpeechChunk>,
  tally: { seconds: number; cacheHits: number },
): AsyncGenerator<SpeechChunk> {
  let isFirst = true
  for await (const chunk of speech) {
    tally.seconds += chunk.audio.samples.length / chunk.audio.sampleRate
    if (isFirst && chunk.isCached) tally.cacheHits++
    isFirst = false
    yield chunk
  }
}
