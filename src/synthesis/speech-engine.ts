import type { PcmAudio } from '../audio/pcm-audio.ts'
import type { WordTime } from '../timing/word-time.ts'
import type { ProsodyDimension, Segment } from './synthesis-plan.ts'

/** A stretch of a segment's audio, and the words that end in it. */
export type SpeechChunk = {
  /** The samples are the reader's, who may change them or free their memory. */
  readonly audio: PcmAudio
  /** Times count samples from the start of the segment; `word` indexes `segment.words`. In order, each word once per segment. */
  readonly words: readonly WordTime[]
  /** On the first chunk of a segment, where it is known by then: how many samples the segment has in all. */
  readonly segmentSamples?: number
}

/** `interactive`: a caller listens. `background`: nobody waits for the first sound. */
export type Urgency = 'interactive' | 'background'

/** `exact`: word times come from the samples that were made. `estimated`: they are inferred, and only near. */
export type TimingQuality = 'exact' | 'estimated'

/** Who decides how fast speech is made: `engine`, which is never held up, or `reader`, who asks for each chunk. */
export type Pace = 'engine' | 'reader'

export type SpeakOptions = {
  readonly signal: AbortSignal
  /** Whose turn it is where engines are busy; `interactive` if absent. */
  readonly urgency?: Urgency
  /**
   * `reader` if absent: chunks are made one by one as they are asked for, and are short where the engine can choose, as
   * what is not yet sent is held in memory.
   */
  readonly pace?: Pace
  /**
   * When the listener has heard all that was made so far, in the time of `performance.now()`. Asked again before each chunk: engines
   * that are busy serve whoever runs out of sound first. Absent: at once if interactive.
   */
  readonly dueAt?: () => number
  /** Speech for a new listener begins with this segment. Engines that have too many listeners may refuse it. */
  readonly isOpening?: boolean
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
   * How many samples `speak` will yield for a segment, found without speaking it. Undefined where only speaking tells;
   * absent where it never tells sooner.
   */
  measure?(segment: Segment): Promise<number | undefined>
  close(): Promise<void>
}
