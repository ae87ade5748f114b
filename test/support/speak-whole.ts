import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import type { SpeechChunk, SpeechEngine } from '../../src/synthesis/speech-engine.ts'
import type { Segment } from '../../src/synthesis/synthesis-plan.ts'
import type { WordTime } from '../../src/timing/word-time.ts'

export type WholeSpeech = {
  readonly chunks: readonly SpeechChunk[]
  readonly audio: PcmAudio
  readonly words: readonly WordTime[]
}

/** Everything that an engine says for a segment, as chunks and joined. */
export async function speakWhole(
  engine: SpeechEngine,
  segment: Segment,
  signal: AbortSignal = new AbortController().signal,
): Promise<WholeSpeech> {
  const chunks: SpeechChunk[] = []
  for await (const chunk of engine.speak(segment, { signal })) chunks.push(chunk)
  const samples = new Float32Array(chunks.reduce((length, { audio }) => length + audio.samples.length, 0))
  let at = 0
  for (const { audio } of chunks) {
    samples.set(audio.samples, at)
    at += audio.samples.length
  }
  return { chunks, audio: { sampleRate: engine.sampleRate, samples }, words: chunks.flatMap(({ words }) => words) }
}

/** How long the words sound, all together, in samples. */
export function spokenLength(words: readonly WordTime[]): number {
  return words.reduce((length, { startSample, endSample }) => length + endSample - startSample, 0)
}
