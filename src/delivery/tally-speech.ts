import { replaceSpeech } from '../speaking/replace-speech.ts'
import type { SpeechEngine } from '../synthesis/speech-engine.ts'

type Engines = ReadonlyMap<string, SpeechEngine>

/** How much was spoken so far. */
export type SpeechTally = { readonly audioMs: number; readonly cacheHits: number }

/** Returns the resources with engines that count what is spoken with them, for one request. */
export function tallySpeech<Resources extends { readonly engines: Engines }>(
  resources: Resources,
): { readonly resources: Resources; readonly read: () => SpeechTally } {
  let [seconds, cacheHits] = [0, 0]
  const engines = new Map(
    [...resources.engines].map(([name, engine]) => [
      name,
      replaceSpeech(engine, {
        async *speak(segment, options) {
          let isFirst = true
          for await (const chunk of engine.speak(segment, options)) {
            seconds += chunk.audio.samples.length / chunk.audio.sampleRate
            if (isFirst && chunk.isCached) cacheHits++
            isFirst = false
            yield chunk
          }
        },
        ...(engine.measure && { measure: (segment, options) => engine.measure!(segment, options) }),
      }),
    ]),
  )
  return {
    resources: { ...resources, engines },
    read: () => ({ audioMs: Math.round(seconds * 1000), cacheHits }),
  }
}
