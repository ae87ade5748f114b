import { deferRejection } from '../../../speaking/defer-rejection.ts'
import { renderSpeech } from '../../../speaking/render-speech.ts'
import type { ClipPart } from '../../../storage/records/clip-parts.ts'
import { engineNamed } from '../../../synthesis/engine-named.ts'
import type { SynthesisPlan } from '../../../synthesis/synthesis-plan.ts'
import { moveWord, packWordTime, type WordTime } from '../../../timing/word-time.ts'
import type { ClipStores, RenderClipOptions } from '../render-clip.ts'
import { storePart } from './clip-parts.ts'

/** Rendered segments that are not stored yet. */
type Pending = { readonly chunks: Float32Array[]; readonly words: WordTime[]; segments: number; samples: number }

type RenderPartsOptions = RenderClipOptions & {
  readonly clipId: string
  /** The first segment that is not stored. */
  readonly firstSegment: number
}

/** A part has so much speech, or took so long to render: to store one takes a store many times as long as to render a short segment. */
const LEAST_PART = { seconds: 15, ms: 1000 } as const
/** Seconds of speech that may wait to be stored before rendering waits too. */
const MAX_PENDING_SECONDS = 60

const createPending = (): Pending => ({ chunks: [], words: [], segments: 0, samples: 0 })

/**
 * Renders the segments of a plan from one on and stores them part by part. The segments that are finished while a part is stored
 * belong to the next one. Returns the parts; undefined if the clip was removed meanwhile.
 */
export async function renderParts(
  plan: SynthesisPlan,
  stores: ClipStores,
  { clipId, firstSegment, signal, onSegment }: RenderPartsOptions,
): Promise<readonly ClipPart[] | undefined> {
  const { engines } = stores.resources
  const { version: engineVersion, sampleRate } = engineNamed(plan.engine, engines)
  const parts: ClipPart[] = []
  let isGone = false
  let next = firstSegment
  let pending = createPending()
  let storing: Promise<void> | undefined
  let isLast = false
  let beganAt = performance.now()
  const isDue = (): boolean =>
    isLast || pending.samples >= LEAST_PART.seconds * sampleRate || performance.now() - beganAt >= LEAST_PART.ms

  async function storeDue(): Promise<void> {
    while (pending.segments > 0 && isDue() && !isGone) {
      const { chunks, words, segments } = pending
      pending = createPending()
      beganAt = performance.now()
      const place = { clipId, firstSegment: next, segments, engineVersion, sampleRate }
      const stored = await storePart({ ...place, words: words.map(packWordTime) }, chunks, stores)
      if (stored === false) isGone = true
      else parts.push(stored)
      next += segments
      onSegment?.(next)
    }
    storing = undefined
  }

  const inHand = createSegment()
  const takeSegment = (): void => {
    const { chunks, words, samples } = inHand.take()
    pending.words.push(...words.map((time) => moveWord(time, pending.samples)))
    pending.chunks.push(...chunks)
    pending.samples += samples
    pending.segments += 1
    if (isDue()) storing ??= deferRejection(storeDue())
  }
  const rest = { ...plan, segments: plan.segments.slice(firstSegment) }
  const options = { signal, urgency: 'background', onSegment: takeSegment } as const
  for await (const { audio, words } of renderSpeech(rest, { engines }, options)) {
    inHand.add(audio.samples, words)
    if (pending.samples > MAX_PENDING_SECONDS * sampleRate) await storing
    if (isGone) return undefined
  }
  isLast = true
  await storing
  await storeDue()
  return isGone ? undefined : parts
}

type Segment = { readonly chunks: Float32Array[]; readonly words: readonly WordTime[]; readonly samples: number }

/** Collects the chunks of one segment after the other. Its word times count from the start of the speech. */
function createSegment() {
  let start = 0
  let chunks: Float32Array[] = []
  let words: WordTime[] = []
  let samples = 0
  return {
    add(chunk: Float32Array, spoken: readonly WordTime[]): void {
      chunks.push(chunk)
      samples += chunk.length
      words.push(...spoken)
    },
    /** Ends the segment; its word times count from its own start. */
    take(): Segment {
      const segment = { chunks, words: words.map((time) => moveWord(time, -start)), samples }
      start += samples
      chunks = []
      words = []
      samples = 0
      return segment
    },
  }
}
