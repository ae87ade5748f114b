import type { PcmAudio } from '../audio/pcm-audio.ts'
import type { WordTime } from '../timing/word-time.ts'
import type { ProsodyDimension, Segment } from './synthesis-plan.ts'

/** A stretch of a segment's audio, and the words that end in it. */
export type SpeechChunk = {
  /** The reader owns the samples and may change them or free their memory. */
  readonly audio: PcmAudio
  /** Times count samples from the start of the segment; `word` indexes `segment.words`. In order, each word once per segment. */
  readonly words: readonly WordTime[]
  /** Total number of samples of the segment, on its first chunk if known by then. */
  readonly segmentSamples?: number
  /** Whether the segment was spoken earlier and kept. */
  readonly isCached?: boolean
}

/** `interactive`: a caller listens. `background`: nobody waits for the first sound. */
export type Urgency = 'interactive' | 'background'

/** `exact`: word times come from the samples that were made. `estimated`: they are inferred, and only near. */
export type TimingQuality = 'exact' | 'estimated'

/** What sets the speed of synthesis: the `engine`, which never waits, or the `reader`, which requests each chunk. */
export type Pace = 'engine' | 'reader'

/** A client that plays speech while it is rendered. Times are in milliseconds of `performance.now()`. */
export type Listener = {
  /** Accounts share engines fairly. */
  readonly account: string
  /** When it has heard all that was made so far; before its first sound, when it came. */
  readonly dueAt: number
  readonly hasHeard: boolean
  /** It has all its speech, or has left. */
  readonly isGone: boolean
  /** Speech that is still to be made for it, roughly. */
  readonly remainingSeconds: number
  /** Seconds of speech that it takes in a second; 1 for players, less for clients that read too slowly to play. */
  readonly pace: number
}

export type SpeakOptions = {
  readonly signal: AbortSignal
  /** Decides the order if engines are busy; `interactive` if absent. */
  readonly urgency?: Urgency
  /**
   * `reader` if absent: chunks are made one by one on demand, and are short if the engine can choose, because
   * memory holds them until they are sent.
   */
  readonly pace?: Pace
  /**
   * Busy engines first serve the listener that runs out of sound first, and may refuse one that has heard nothing yet. Absent: speech is
   * due at once if interactive.
   */
  readonly listener?: Listener
  /** Seconds of speech that the next chunk should have; asked before each chunk. By the pace if absent. */
  readonly chunkSeconds?: () => number
}

export type MeasureOptions = {
  /** `interactive` if absent. */
  readonly urgency?: Urgency
  /** The listener that hears nothing before the length is known. Busy engines measure for it when they would begin to speak to it. */
  readonly listener?: Listener | undefined
}

/** A speech engine: the one seam between this service and any model. See docs/engines.md to add one. */
export interface SpeechEngine {
  readonly name: string
  /** Changes whenever the same segment may give other samples. */
  readonly version: string
  /** Hz, of every chunk this engine yields. */
  readonly sampleRate: number
  readonly timing: TimingQuality
  /** The names of the voices that `speak` knows. */
  readonly voices: readonly string[]
  /** The delivery that a voice renders itself; the planner leaves the rest to signal processing. */
  renders(voice: string): ReadonlySet<ProsodyDimension>
  /**
   * Speaks one segment: the words, each followed by exactly its pause.
   * The same segment gives the same samples. Stops soon after `signal` aborts, and rejects with its reason.
   */
  speak(segment: Segment, options: SpeakOptions): AsyncIterable<SpeechChunk>
  /**
   * Number of samples that `speak` will yield for a segment, found without speaking it. Undefined if this segment has to be
   * spoken to know; the method is absent if all have.
   */
  measure?(segment: Segment, options?: MeasureOptions): Promise<number | undefined>
  /**
   * Keeps a place for a listener before its text is planned, so that `speak` does not refuse it later. Throws if the listener could not
   * be served in time. Absent if every listener can.
   */
  expect?(listener: Listener): void
  close(): Promise<void>
}
