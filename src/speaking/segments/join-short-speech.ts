import { joinSamples } from '../../audio/samples/join-samples.ts'
import { releaseSamples } from '../../audio/samples/release-samples.ts'
import type { SpeechChunk } from '../../synthesis/speech-engine.ts'

/** Maximum duration of a short segment, which takes at most a few milliseconds to encode. */
const SHORT_SECONDS = 1
/** CPU time after which a chunk is no longer held back, because it should be heard soon. */
const QUICK_US = 1000

/**
 * Joins the chunks of a short segment if the engine makes them quickly, because sending a chunk to another thread takes longer than
 * making the next one. All other chunks pass through.
 */
export async function* joinShortSpeech(speech: AsyncIterable<SpeechChunk>): AsyncGenerator<SpeechChunk> {
  const beganAt = cpuUs()
  let held: SpeechChunk[] = []
  /** Samples of a short segment that are still to come. */
  let missing = 0
  for await (const chunk of speech) {
    held.push(chunk)
    if (isShort(chunk)) missing = chunk.segmentSamples
    missing -= chunk.audio.samples.length
    if (missing > 0 && cpuUs() - beganAt < QUICK_US) continue
    yield joinChunks(held)
    held = []
  }
  if (held.length > 0) yield joinChunks(held)
}

/** CPU time of this thread in microseconds. Only the sum is exact: Linux estimates how much of it is user time. */
function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Whether this is the first chunk of a short segment. */
export function isShort(chunk: SpeechChunk): chunk is SpeechChunk & { readonly segmentSamples: number } {
  const { segmentSamples, audio } = chunk
  return segmentSamples !== undefined && segmentSamples <= SHORT_SECONDS * audio.sampleRate
}

function joinChunks(chunks: readonly SpeechChunk[]): SpeechChunk {
  const first = chunks[0]!
  if (chunks.length === 1) return first
  const parts = chunks.map(({ audio }) => audio.samples)
  const samples = joinSamples(parts)
  for (const part of parts) releaseSamples(part)
  return { ...first, audio: { ...first.audio, samples }, words: chunks.flatMap(({ words }) => words) }
}
