import type { DiskCache, EntryRecorder, KeptEntry } from '../../storage/files/disk-cache.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import { replaceSpeech } from '../replace-speech.ts'
import { bytesOfSamples } from '../spill/bytes-of-samples.ts'
import { type ChunkPiece, cutChunk } from '../spill/cut-chunk.ts'
import { formatSegmentHead, parseSegmentHead } from './segment-entry.ts'
import { segmentKey } from './segment-key.ts'

export type CacheSpeechOptions = {
  readonly cache: DiskCache
  /** Told of each segment whether it was found. */
  readonly onLookup: (isFound: boolean) => void
}

/** Lengths that are remembered. */
const MAX_LENGTHS = 20_000

/**
 * An engine that says from the cache what it has said before: the same samples and words, in pieces that are read as they are asked
 * for. A segment is stored once it is complete. If two calls request the same segment at once, the engine renders it for both.
 */
export function cacheSpeech(engine: SpeechEngine, { cache, onLookup }: CacheSpeechOptions): SpeechEngine {
  return replaceSpeech(engine, {
    async *speak(segment, options) {
      const key = segmentKey(engine, segment)
      const kept = await cache.open(key)
      try {
        options.signal.throwIfAborted()
        onLookup(kept !== undefined)
        if (kept === undefined) yield* keepSpeech(engine.speak(segment, options), cache.begin(key))
        else yield* repeatSpeech(kept, options)
      } finally {
        await kept?.close()
      }
    },
    measure: rememberLengths(engine),
  })
}

async function* repeatSpeech(kept: KeptEntry, { signal }: SpeakOptions): AsyncGenerator<SpeechChunk> {
  const { sampleRate, parts } = parseSegmentHead(kept.description)
  for (const [i, part] of parts.entries()) {
    const { buffer } = await kept.read(i)
    yield { ...part, isCached: true, audio: { sampleRate, samples: new Float32Array(buffer) } }
    signal.throwIfAborted()
  }
}

/** Passes speech on and keeps it, if it comes to its end. */
async function* keepSpeech(speech: AsyncIterable<SpeechChunk>, recorder: EntryRecorder): AsyncGenerator<SpeechChunk> {
  const pieces: ChunkPiece[] = []
  let [from, sampleRate] = [0, 0]
  try {
    for await (const chunk of speech) {
      const { samples } = chunk.audio
      sampleRate = chunk.audio.sampleRate
      for (const piece of cutChunk(chunk, from)) {
        pieces.push(piece)
        recorder.add(bytesOfSamples(samples.subarray(piece.start, piece.end)))
      }
      from += samples.length
      yield chunk
    }
    if (pieces.length > 0) recorder.finish(formatSegmentHead(pieces, sampleRate))
  } finally {
    recorder.abandon()
  }
}

/**
 * The engine's `measure`, which is not asked twice: threads that are busy answer late. Kept audio does not answer for it,
 * so the cache does not decide whether a stream declares its length.
 */
function rememberLengths(engine: SpeechEngine): NonNullable<SpeechEngine['measure']> {
  const lengths = new Map<string, number>()
  return async (segment, options) => {
    const key = segmentKey(engine, segment)
    const known = lengths.get(key)
    if (known !== undefined) return known
    const samples = await engine.measure?.(segment, options)
    if (samples === undefined) return undefined
    if (lengths.size >= MAX_LENGTHS) lengths.delete(lengths.keys().next().value!)
    lengths.set(key, samples)
    return samples
  }
}
