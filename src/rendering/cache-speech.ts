import type { DiskCache } from '../storage/disk-cache.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../synthesis/speech-engine.ts'
import type { Segment } from '../synthesis/synthesis-plan.ts'
import { replaceSpeech } from './replace-speech.ts'
import { formatSegmentEntry, parseSegmentEntry } from './segment-entry.ts'
import { segmentKey } from './segment-key.ts'

export type CacheSpeechOptions = {
  readonly cache: DiskCache
  /** Told of each segment whether it was found. */
  readonly onLookup: (isFound: boolean) => void
}

/** Lengths that are remembered. */
const MAX_LENGTHS = 20_000

/**
 * An engine that says from the cache what it has said before: the same chunks, to the last bit. A segment is kept once it was
 * spoken to its end. Two who ask for the same one at once are both served by the engine.
 */
export function cacheSpeech(engine: SpeechEngine, { cache, onLookup }: CacheSpeechOptions): SpeechEngine {
  return replaceSpeech(engine, {
    async *speak(segment, options) {
      const key = segmentKey(engine, segment)
      const kept = await cache.read(key)
      options.signal.throwIfAborted()
      onLookup(kept !== undefined)
      if (kept === undefined) yield* keepSpeech(engine.speak(segment, options), key, cache)
      else yield* repeatSpeech(kept, options)
    },
    measure: rememberLengths(engine),
  })
}

async function* repeatSpeech(kept: Uint8Array, { signal }: SpeakOptions): AsyncGenerator<SpeechChunk> {
  for (const chunk of parseSegmentEntry(kept)) {
    yield chunk
    signal.throwIfAborted()
  }
}

/** Passes speech on and keeps it, if it comes to its end and is not too long. */
async function* keepSpeech(
  speech: AsyncIterable<SpeechChunk>,
  key: string,
  cache: DiskCache,
): AsyncGenerator<SpeechChunk> {
  const chunks: SpeechChunk[] = []
  let bytes = 0
  for await (const chunk of speech) {
    bytes += chunk.audio.samples.byteLength
    // A copy: whom a chunk is given to may change it or give its samples away.
    if (bytes <= cache.maxEntryBytes) chunks.push(copyChunk(chunk))
    else chunks.length = 0
    yield chunk
  }
  if (chunks.length > 0) cache.put(key, formatSegmentEntry(chunks))
}

function copyChunk(chunk: SpeechChunk): SpeechChunk {
  const { sampleRate, samples } = chunk.audio
  return { ...chunk, audio: { sampleRate, samples: samples.slice() } }
}

/**
 * The engine's `measure`, which is not asked twice: threads that are busy answer late. Kept audio does not answer for it,
 * since whether a stream begins with its length must not depend on what was said before.
 */
function rememberLengths(engine: SpeechEngine): (segment: Segment) => Promise<number | undefined> {
  const lengths = new Map<string, number>()
  return async (segment) => {
    const key = segmentKey(engine, segment)
    const known = lengths.get(key)
    if (known !== undefined) return known
    const samples = await engine.measure?.(segment)
    if (samples === undefined) return undefined
    if (lengths.size >= MAX_LENGTHS) lengths.delete(lengths.keys().next().value!)
    lengths.set(key, samples)
    return samples
  }
}
