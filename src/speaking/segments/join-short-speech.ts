import { joinSamples } from '../../audio/samples/join-samples.ts'
import { releaseSamples } from '../../audio/samples/release-samples.ts'
import type { SpeechChunk } from '../../synthesis/speech-engine.ts'

/** The longest segment that is short: to encode it takes a few milliseconds at most. */
const SHORT_SECONDS = 1
/** Microseconds of the processor. If an engine has taken more, its first chunk is not held back any longer, because it should be heard soon. */
const QUICK_US = 1000

/**
 * Joins the chunks of a short segment if the engine makes them quickly. Each chunk is sent to other threads, which would take longer than to
 * make the next one. All other chunks pass through.
 */
export async function* joinShortSpeech(speech: AsyncIterable<SpeechChunk>): AsyncGenerator<SpeechChunk> {
  const beganAt = processorUs()
  let held: SpeechChunk[] = []
  /** Samples of a short segment that are still to come. */
  let missing = 0
  for await (const chunk of speech) {
    held.push(chunk)
    if (isShort(chunk)) missing = chunk.segmentSamples
    missing -= chunk.audio.samples.length
    if (missing > 0 && processorUs() - beganAt < QUICK_US) continue
    yield joinChunks(held)
    held = []
  }
  if (held.length > 0) yield joinChunks(held)
}

/** Microseconds of the processor that this thread has had. Only the sum is exact: Linux estimates how it is divided. */
function processorUs(): number {
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
