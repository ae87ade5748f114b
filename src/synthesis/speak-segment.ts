import type { SpeakOptions, SpeechChunk, SpeechEngine } from './speech-engine.ts'
import type { Segment } from './synthesis-plan.ts'

/** Speaks a segment as it will be heard: what the engine says. Runs where the engine runs, off the main thread. */
export async function* speakSegment(
  engine: SpeechEngine,
  segment: Segment,
  { signal }: SpeakOptions,
): AsyncGenerator<SpeechChunk> {
  yield* engine.speak(segment, { signal })
}
