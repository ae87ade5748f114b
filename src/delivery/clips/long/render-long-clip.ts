import { encoderOptions } from '../../../audio/encoding/encoder-options.ts'
import { deferRejection } from '../../../speaking/defer-rejection.ts'
import type { ClipPart } from '../../../storage/records/clip-parts.ts'
import type { StoredAudio } from '../../../storage/records/clips.ts'
import { engineNamed } from '../../../synthesis/engine-named.ts'
import type { SynthesisPlan } from '../../../synthesis/synthesis-plan.ts'
import { moveWord, unpackWordTime } from '../../../timing/word-time.ts'
import { timeSpeech } from '../../timing/time-speech.ts'
import { clipFile, clipMasterKey, MASTER_FORMAT, type OutputFormat } from '../audio-keys.ts'
import type { ClipStores, RenderClipOptions, RenderedClip } from '../render-clip.ts'
import { findLeadingParts, readPart, removeClipParts, removePart } from './clip-parts.ts'
import { renderParts } from './render-parts.ts'

type LongClip = { readonly id: string; readonly plan: SynthesisPlan; readonly format: OutputFormat }

/** Engine calls above which a clip is rendered in parts. Shorter ones take a worker so little time that they start over. */
const MOST_SEGMENTS_AT_ONCE = 32
/** Samples that an encoder gets at a time. */
const BLOCK_SAMPLES = 65_536
/** Blocks that are being encoded while the next is read. */
const ENCODED_AHEAD = 4

export function isLongClip({ plan }: Pick<LongClip, 'plan'>): boolean {
  return plan.segments.length > MOST_SEGMENTS_AT_ONCE
}

/**
 * Renders a long clip in parts, which are stored as soon as they are rendered: if this worker dies, another continues with
 * the first segment that is not stored. Then the parts are encoded as one. Memory holds a minute of speech at most.
 */
export async function renderLongClip(
  { id, plan, format }: LongClip,
  stores: ClipStores,
  options: RenderClipOptions,
): Promise<RenderedClip> {
  const { blobs, resources } = stores
  const cleanUp = () => removeClipParts(id, stores)
  for (;;) {
    const parts = await completeParts({ id, plan }, stores, options)
    if (parts === undefined) return { ...REMOVED, cleanUp }
    const speech = { sampleRate: parts[0]!.sampleRate, length: parts.reduce((sum, part) => sum + part.samples, 0) }
    const formats = new Map([
      [clipFile(id, format).key, format],
      [clipMasterKey(id), MASTER_FORMAT],
    ])
    const audio: StoredAudio[] = []
    try {
      for (const [key, output] of formats)
        audio.push({ key, ...(await blobs.putStream(key, encodeParts(parts, { output, speech, stores, ...options }))) })
    } catch (error) {
      if (!(error instanceof DamagedPart)) throw error
      await removePart(error.part, stores)
      continue
    }
    const timing = timeSpeech(plan, { speech, words: joinWordTimes(parts) }, resources)
    return { files: new Map(), timing, audio, release: () => {}, cleanUp }
  }
}

const REMOVED: RenderedClip = {
  files: new Map(),
  timing: { languageCode: 'en-us', confidence: 1, durationMs: 0, words: [] },
  audio: [],
  release: () => {},
}

/** Renders the parts that are missing, and returns all; undefined if the clip was removed meanwhile. */
async function completeParts(
  { id: clipId, plan }: Omit<LongClip, 'format'>,
  stores: ClipStores,
  options: RenderClipOptions,
): Promise<readonly ClipPart[] | undefined> {
  const { version: engineVersion } = engineNamed(plan.engine, stores.resources.engines)
  const stored = await findLeadingParts(stores.db, { clipId, engineVersion })
  const firstSegment = stored.reduce((sum, { segments }) => sum + segments, 0)
  options.onSegment?.(firstSegment)
  if (firstSegment === plan.segments.length) return stored
  const rendered = await renderParts(plan, stores, { ...options, clipId, firstSegment })
  return rendered && [...stored, ...rendered]
}

/** The samples of a part are missing, or are not those that were stored. The part has to be rendered again. */
class DamagedPart extends Error {
  readonly part: ClipPart

  constructor(part: ClipPart) {
    super(`Cannot read the part of clip ${part.clipId} that begins with segment ${part.firstSegment}`)
    this.part = part
  }
}

type EncodeOptions = Pick<RenderClipOptions, 'signal'> & {
  readonly output: OutputFormat
  readonly speech: { readonly sampleRate: number; readonly length: number }
  readonly stores: ClipStores
}

async function* encodeParts(
  parts: readonly ClipPart[],
  { output, speech, stores, signal }: EncodeOptions,
): AsyncGenerator<Uint8Array> {
  const encoder = stores.resources.encoders.open(encoderOptions(output, speech))
  try {
    const underWay: Promise<Uint8Array>[] = []
    for await (const samples of readBlocks(parts, stores)) {
      signal.throwIfAborted()
      underWay.push(deferRejection(encoder.encode(samples)))
      if (underWay.length >= ENCODED_AHEAD) yield await underWay.shift()!
    }
    for (const bytes of underWay) yield await bytes
    yield (await encoder.finish()).tail
  } finally {
    encoder.abandon()
  }
}

async function* readBlocks(parts: readonly ClipPart[], { blobs }: ClipStores): AsyncGenerator<Float32Array> {
  for (const part of parts) {
    const samples = await readPart(part, blobs)
    if (samples === undefined) throw new DamagedPart(part)
    for (let start = 0; start < samples.length; start += BLOCK_SAMPLES)
      yield samples.slice(start, start + BLOCK_SAMPLES)
  }
}

function joinWordTimes(parts: readonly ClipPart[]) {
  let offset = 0
  return parts.flatMap(({ words, samples }) => {
    const start = offset
    offset += samples
    return words.map((time) => moveWord(unpackWordTime(time), start))
  })
}
