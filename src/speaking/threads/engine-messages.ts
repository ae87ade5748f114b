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
  /** Whether it may tell the length of a segment before it speaks. */
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

/** From the service to a thread. `job` numbers one call of `speak`. */
export type EngineRequest =
  /** One chunk is made, and another for each `next`. */
  | {
      readonly kind: 'speak'
      readonly job: number
      readonly engine: string
      readonly segment: Segment
      readonly pace: Pace
    }
  | { readonly kind: 'next'; readonly job: number }
  | { readonly kind: 'abort'; readonly job: number }
  | { readonly kind: 'measure'; readonly job: number; readonly engine: string; readonly segment: Segment }
  /** The thread leaves its jobs, waits until its engines have, closes them and ends. */
  | { readonly kind: 'close' }

/** From a thread to the service. Every `speak` is answered by chunks, of which one may be the last, or else by one `ended` or `failed` behind them. */
export type EngineResponse =
  | { readonly kind: 'ready'; readonly loaded: LoadedEngines }
  | { readonly kind: 'chunk' | 'lastChunk'; readonly job: number; readonly chunk: SpeechChunk }
  | { readonly kind: 'ended'; readonly job: number }
  | { readonly kind: 'failed'; readonly job: number; readonly error: unknown }
  /** Answers `measure`; undefined where the length is not known before the segment is spoken. */
  | { readonly kind: 'measured'; readonly job: number; readonly samples: number | undefined }
