import type { DiskCache } from '../storage/files/disk-cache.ts'
import type { SpillFolder } from '../storage/files/spill-folder.ts'
import type { SpeechEngine } from '../synthesis/speech-engine.ts'
import { cacheSpeech } from './cache/cache-speech.ts'
import { replaceSpeech } from './replace-speech.ts'
import { spillSpeech } from './spill/spill-speech.ts'

export type WrapEnginesOptions = {
  /** Holds speech that slow readers have not taken yet. */
  readonly spill: SpillFolder
  /** Undefined: nothing is kept, and all is spoken afresh. */
  readonly cache: DiskCache | undefined
  /** Told of each segment that is looked for in the cache. */
  readonly onLookup: (isFound: boolean) => void
  /** Told how much audio was made, as it is made. */
  readonly onSpeech: (seconds: number) => void
}

/** Wraps engines, by name: they use the cache, spill for slow readers, and count what they speak. */
export function wrapEngines(
  engines: ReadonlyMap<string, SpeechEngine>,
  { spill, cache, onLookup, onSpeech }: WrapEnginesOptions,
): ReadonlyMap<string, SpeechEngine> {
  return new Map(
    [...engines].map(([name, engine]) => {
      const spilling = spillSpeech(engine, spill)
      const cached = cache === undefined ? spilling : cacheSpeech(spilling, { cache, onLookup })
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
