import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { EngineSpec } from '../../synthesis/engines/create-engine.ts'
import type { Pace, SpeechChunk, TimingQuality } from '../../synthesis/speech-engine.ts'
import type { ProsodyDimension, Segment } from '../../synthesis/synthesis-plan.ts'

/** What a thread is started with. */
export type EngineThreadData = { readonly engines: readonly EngineSpec[] }

/** What the rest of the service needs to know of an engine that lives in a thread. */
export type EngineDescription = {
  readonly name: string
  readonly version: string
  readonly sampleRate: number
  readonly timing: TimingQuality
  /** Whether the engine may know the length of a segment before it speaks. */
  readonly measures: boolean
  /** The name of each voice and what the engine renders for it. */
  readonly voices: readonly (readonly [name: string, renders: readonly ProsodyDimension[]])[]
}

/** A voice package that a thread could not load; the error names it and says why. */
export type RefusedPackage = { readonly name: string; readonly error: unknown }

/** What a thread has loaded and what it could not. */
export type LoadedEngines = {
  readonly engines: readonly EngineDescription[]
  readonly refused: readonly RefusedPackage[]
}

/** A chunk of a job; undefined if the segment ended without one more. A job is over with its last. `ms` is what it took. */
export type MadeChunk = { readonly chunk: SpeechChunk | undefined; readonly isLast: boolean; readonly ms: number }

/** What the next chunk should have, if the engine can choose. */
export type WantedSeconds = { readonly seconds: number }

/** One call of `speak`; its owner numbers it. */
export type JobNumber = { readonly job: number }

/** What an engine thread can be called for. */
export type EngineCalls = {
  /** Begins a job and makes its first chunk. */
  speak(
    input: JobNumber &
      EngineSegment &
      WantedSeconds & { readonly pace: Pace; readonly encoding?: OutputFormat | undefined },
  ): Promise<MadeChunk>
  next(input: JobNumber & WantedSeconds): Promise<MadeChunk>
  /** Nobody reads this job any more. The thread leaves it after what it computes. */
  abort(input: JobNumber): void
  /** Length in samples; undefined if it is unknown before the segment is spoken. */
  measure(input: EngineSegment): Promise<number | undefined>
}

export type EngineSegment = { readonly engine: string; readonly segment: Segment }
