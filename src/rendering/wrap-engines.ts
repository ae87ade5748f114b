import type { DiskCache } from '../storage/disk-cache.ts'
import type { SpeechEngine } from '../synthesis/speech-engine.ts'
import { cacheSpeech } from './cache-speech.ts'
import { replaceSpeech } from './replace-speech.ts'

export type WrapEnginesOptions = {
  /** Undefined: nothing is kept, and all is spoken afresh. */
  readonly cache: DiskCache | undefined
  /** Told of each segment that is looked for in the cache. */
  readonly onLookup: (isFound: boolean) => void
  /** Told how much audio was made, as it is made. */
  readonly onSpeech: (seconds: number) => void
}

/** The engines by name that first look into the cache, and tell how much they say. */
export function wrapEngines(
  engines: ReadonlyMap<string, SpeechEngine>,
  { cache, onLookup, onSpeech }: WrapEnginesOptions,
): ReadonlyMap<string, SpeechEngine> {
  return new Map(
    [...engines].map(([name, engine]) => {
      const cached = cache === undefined ? engine : cacheSpeech(engine, { cache, onLookup })
      return [name, tellSpeech(cached, onSpeech)]
    }),
  )
}

function tellSpeech(engine: SpeechEngine, onSpeech: (seconds: number) => void): SpeechEngine {
  return replaceSpeech(engine, {
    async *speak(segment, options) {
      for await (const chunk of engine.speak(segment, options)) {
        onSpeech(chunk.audio.samples.length / chunk.audio.sampleRate)
        yield chunk
      }
    },
  })
}
