import type { OutputFormat } from '../audio/encoding/audio-encoder.ts'
import type { PcmAudio } from '../audio/pcm-audio.ts'
import { engineNamed } from '../synthesis/engine-named.ts'
import type { Pace, SpeakOptions, SpeechChunk, SpeechEngine, Urgency } from '../synthesis/speech-engine.ts'
import type { Segment, SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import { moveWord, type WordTime } from '../timing/word-time.ts'
import { beginSpan } from '../tracing.ts'
import { deferRejection } from './defer-rejection.ts'
import { PlayingListener } from './listener.ts'

/** What speaking needs besides the plan. */
export type SpeakingResources = { readonly engines: ReadonlyMap<string, SpeechEngine> }

/** A stretch of the speech of a plan, and the caller's words that end in it. */
export type RenderedChunk = {
  readonly audio: PcmAudio
  /** Times count samples from the start of the speech; `word` indexes the plan's `words`. One entry a spoken word, in order. */
  readonly words: readonly WordTime[]
  /** Total number of samples of the segment, on its first chunk if known by then. */
  readonly segmentSamples?: number
  /** All of the speech, encoded as `RenderSpeechOptions.encoding` says. */
  readonly encoded?: Uint8Array
}

export type RenderOptions = {
  readonly signal: AbortSignal
  readonly urgency: Urgency
  /** The account that asked; accounts share the engines fairly. */
  readonly account?: string | undefined
  /** Called after each segment with the number of those that are done. */
  readonly onSegment?: ((done: number) => void) | undefined
}

export type RenderSpeechOptions = RenderOptions & {
  /** The listener, if it was admitted before the text was planned. */
  readonly listener?: PlayingListener | undefined
  /** `reader`: nothing is spoken before it is asked for, chunk by chunk. `engine`, the default: as fast as it goes. */
  readonly pace?: Pace
  /** How the speech will be encoded, if it is one segment. If it is short, its chunk may carry the bytes too. */
  readonly encoding?: OutputFormat | undefined
}

/** Segments in progress if the engine sets the pace: the current one and the next. */
const SEGMENTS_AT_ONCE = 2

/** The part of a plan that is spoken. Segments that are not all known yet come one by one; the reader then sets the pace. */
export type SpokenPlan = Pick<SynthesisPlan, 'engine'> & {
  readonly segments: readonly Segment[] | AsyncIterable<Segment>
}

/** Speaks a plan, chunk by chunk. */
export async function* renderSpeech(
  plan: SpokenPlan,
  { engines }: SpeakingResources,
  {
    signal,
    urgency,
    account = '',
    listener = new PlayingListener({ account, seconds: estimateSeconds(plan) }),
    pace = 'engine',
    encoding,
    onSegment,
  }: RenderSpeechOptions,
): AsyncGenerator<RenderedChunk> {
  const engine = engineNamed(plan.engine, engines)
  const span = beginSpan('speak', { attributes: { 'declaim.engine': engine.name, 'declaim.urgency': urgency } })
  const left = new AbortController()
  // Not AbortSignal.any: what listens to such a signal stays in memory until the whole heap is collected.
  const leave = (): void => left.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  let offset = 0
  const options: SpeakOptions = {
    signal: left.signal,
    urgency,
    pace,
    encoding,
    ...(urgency === 'interactive' && { listener }),
  }
  const atOnce = pace === 'reader' ? 1 : SEGMENTS_AT_ONCE
  const started: StartedSegment[] = []
  const source = readSegments(plan.segments)
  let inHand: StartedSegment | undefined
  let begun = 0
  let failure: unknown
  const startSegments = async (): Promise<void> => {
    while (started.length < atOnce) {
      const { value: segment } = await source.next()
      if (segment === undefined) return
      begun += 1
      started.push(startSegment(segment, engine, options))
    }
  }
  try {
    for (;;) {
      await startSegments()
      inHand = started.shift()
      if (inHand === undefined) return
      const { segment, first, rest, begunAt } = inHand
      const start = offset
      let askedAt = begunAt
      for (let result = await first; result.done !== true; result = await rest.next()) {
        const { words, audio } = result.value
        if (offset === 0) span.note('first audio')
        offset += audio.samples.length
        listener.receive(audio.samples.length / engine.sampleRate, askedAt)
        yield { ...result.value, words: words.map((time) => moveWord(time, start, segment.words[time.word]!.source)) }
        askedAt = performance.now()
      }
      onSegment?.(begun - started.length)
    }
  } catch (error) {
    failure = error
    throw error
  } finally {
    span.set({ 'declaim.segments': begun - started.length, 'declaim.speech_seconds': offset / engine.sampleRate })
    span.end(failure)
    listener.leave()
    signal.removeEventListener('abort', leave)
    void deferRejection(source.return(undefined))
    const unfinished = inHand === undefined ? started : [inHand, ...started]
    if (unfinished.length > 0) left.abort(new Error('The reader of the speech has left'))
    // A segment that waits to be asked for more closes what it has open.
    for (const { rest } of unfinished) {
      const closing = rest.return?.()
      if (closing !== undefined) void deferRejection(closing)
    }
  }
}

/** A word takes about this long with its share of the pauses. */
const WORD_SECONDS = 0.35
/** Assumed length of speech whose text is still being written. */
const UNKNOWN_SECONDS = 10

function estimateSeconds({ segments }: SpokenPlan): number {
  if (!Array.isArray(segments)) return UNKNOWN_SECONDS
  return (segments as readonly Segment[]).reduce((sum, { words }) => sum + WORD_SECONDS * words.length, 0)
}

async function* readSegments(segments: SpokenPlan['segments']): AsyncGenerator<Segment, undefined> {
  yield* segments
  return undefined
}

type Chunks = AsyncIterator<SpeechChunk>
type StartedSegment = {
  readonly segment: Segment
  readonly first: ReturnType<Chunks['next']>
  readonly rest: Chunks
  /** Milliseconds of `performance.now()`. */
  readonly begunAt: number
}

function startSegment(segment: Segment, engine: SpeechEngine, options: SpeakOptions): StartedSegment {
  const rest = engine.speak(segment, options)[Symbol.asyncIterator]()
  return { segment, first: deferRejection(rest.next()), rest, begunAt: performance.now() }
}
