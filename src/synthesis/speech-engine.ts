import type { OutputFormat } from '../audio/encoding/audio-encoder.ts'
import type { PcmAudio } from '../audio/pcm-audio.ts'
import type { WordTime } from '../timing/word-time.ts'
import type { ProsodyDimension, Segment } from './synthesis-plan.ts'

/** A range of a segment's audio, and the words that end in it. */
export type SpeechChunk = {
  /** The caller owns the samples and may change them or free their memory. */
  readonly audio: PcmAudio
  /** Times in samples from the start of the segment; `word` indexes `segment.words`. In order, each word once per segment. */
  readonly words: readonly WordTime[]
  /** Total number of samples of the segment. Set on the first chunk if known by then. */
  readonly segmentSamples?: number
  /** True if the segment comes from a cache. */
  readonly isCached?: boolean
  /** The whole segment, encoded as `SpeakOptions.encoding` says. */
  readonly encoded?: Uint8Array
}

/** `interactive`: a client is listening. `background`: nobody waits for the first sound. */
export type Urgency = 'interactive' | 'background'

/** `exact`: word times come from the rendered samples. `estimated`: they are inferred and approximate. */
export type TimingQuality = 'exact' | 'estimated'

/** What sets the speed of synthesis: the `engine`, which never waits, or the `reader`, which requests each chunk. */
export type Pace = 'engine' | 'reader'

/** A client that plays speech while it is rendered. Times are in milliseconds of `performance.now()`. */
export type Listener = {
  /** Engine time is shared fairly between accounts. */
  readonly account: string
  /** Milliseconds for which the request had waited when it was looked at. */
  readonly delayMs: number
  /** How long it waits for its first sound at most, in milliseconds, if that is less than the service allows. */
  readonly patienceMs?: number | undefined
  /** When the listener has played everything rendered so far. Before its first sound, the time of its arrival. */
  readonly dueAt: number
  readonly hasHeard: boolean
  /** True once the listener has received all its speech, or has disconnected. */
  readonly isGone: boolean
  /** Approximate duration of the speech that is not rendered yet. */
  readonly remainingSeconds: number
  /** Seconds of speech consumed per second: 1 for players, less for clients that read too slowly to play. */
  readonly pace: number
}

export type SpeakOptions = {
  readonly signal: AbortSignal
  /** Determines the order when engines are busy; `interactive` if absent. */
  readonly urgency?: Urgency
  /**
   * `reader` if absent: chunks are rendered one by one on demand. They are short if the engine can choose, because they stay in
   * memory until they are sent.
   */
  readonly pace?: Pace
  /**
   * Busy engines first serve the listener that runs out of sound first. They may let a listener wait that has heard nothing yet, or refuse it. If
   * absent, interactive speech is due at once.
   */
  readonly listener?: Listener
  /** How the segment will be encoded, if it is the whole stream. A chunk that holds all of a short segment may then carry the bytes too. Engines may ignore this. */
  readonly encoding?: OutputFormat | undefined
  /** Requested duration of the next chunk in seconds, called before each chunk. If absent, it follows from `pace`. */
  readonly chunkSeconds?: () => number
}

export type MeasureOptions = {
  /** `interactive` if absent. */
  readonly urgency?: Urgency
  /**
   * A listener that hears nothing before the length is known. Busy engines measure for it at the time when they would start to
   * speak to it.
   */
  readonly listener?: Listener | undefined
}

/** A speech engine: the only interface between this service and any model. docs/engines.md explains how to add one. */
export interface SpeechEngine {
  readonly name: string
  /** Must change whenever the same segment may give different samples. */
  readonly version: string
  /** Sample rate of every chunk, in Hz. */
  readonly sampleRate: number
  readonly timing: TimingQuality
  /** The names of the voices that `speak` accepts. */
  readonly voices: readonly string[]
  /** The delivery that the engine renders for a voice. The planner leaves the rest to signal processing. */
  renders(voice: string): ReadonlySet<ProsodyDimension>
  /**
   * Speaks one segment: the words, each followed by exactly its pause. The same segment gives the same samples. Stops soon after
   * `signal` aborts, and rejects with its reason.
   */
  speak(segment: Segment, options: SpeakOptions): AsyncIterable<SpeechChunk>
  /**
   * Returns the number of samples that `speak` will yield for a segment, without speaking it. Undefined if this segment must be
   * spoken to know. The method is absent if that is true of every segment.
   */
  measure?(segment: Segment, options?: MeasureOptions): Promise<number | undefined>
  /**
   * Keeps a place for a listener before its text is planned, so that `speak` neither refuses it nor lets it wait later. Resolves when
   * the listener may begin; rejects if that takes longer than its patience, or with the reason of `signal`. The method is absent if
   * every listener can be served at once.
   */
  expect?(listener: Listener, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
