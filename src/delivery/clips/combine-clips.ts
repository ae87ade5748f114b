import { buffer } from 'node:stream/consumers'
import type { AudioTags } from '../../audio/encoding/audio-tags.ts'
import { encoderOptions } from '../../audio/encoding/encoder-options.ts'
import { readWavHeader, WAV_HEADER_BYTES } from '../../audio/encoding/wav-header.ts'
import { type AudioPart, joinAudio, type PartPosition, placeParts } from '../../audio/joining/join-audio.ts'
import { readWavSamples } from '../../audio/joining/read-wav-samples.ts'
import { deferRejection } from '../../speaking/defer-rejection.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Clip } from '../../storage/records/clips.ts'
import { checkBitrate, type OutputFormat } from '../files/output-format.ts'
import type { RenderingResources } from '../resources.ts'
import { clipMasterKey } from './audio-keys.ts'
import { checkedPieces } from './checked-pieces.ts'

export type Combination = {
  /** COMPLETE clips, in the order in which they are heard. */
  readonly clips: readonly Pick<Clip, 'id' | 'format' | 'audio'>[]
  /** Seconds of silence between neighbours: one fewer than clips. */
  readonly pausesSeconds: readonly number[]
  /** Without a sample rate: the highest among the clips. */
  readonly output: OutputFormat
  /** Undefined for that of the first clip. */
  readonly title: string | undefined
  readonly hasChapters: boolean
}

type CombineOptions = {
  readonly blobs: BlobStore
  readonly resources: Pick<RenderingResources, 'encoders' | 'createResampler'>
  readonly signal: AbortSignal
  /** The clips, if they are placed already. They are read once. */
  readonly placed?: PlacedClips
}

/** Stretches that are being encoded while the next is read. */
const ENCODED_AHEAD = 4

/**
 * Joins the lossless masters of clips sample by sample and encodes the whole once, as one file. Its header declares the
 * exact length and the position of each clip. Sent while it is made. Throws before the first byte if the format lacks
 * the bitrate at the sample rate.
 */
export async function* combineClips(
  combination: Combination,
  { blobs, resources, signal, placed }: CombineOptions,
): AsyncGenerator<Uint8Array> {
  const { clips, pausesSeconds, output } = combination
  const joined = placed ?? (await placeClips(clips, { pausesSeconds, output, blobs }))
  const tags = tagCombination(combination, joined)
  yield* encodeJoined(joined, { pausesSeconds, output: { ...output, tags }, resources, signal })
}

type EncodeJoinedOptions = Pick<CombineOptions, 'resources' | 'signal'> & {
  readonly pausesSeconds: readonly number[]
  readonly output: OutputFormat
  /** Changes the joined samples on their way, and keeps their number. */
  readonly shape?: (samples: AsyncIterable<Float32Array>, sampleRate: number) => AsyncIterable<Float32Array>
}

/** Joins placed clips and encodes them as one file. Throws before the first byte if the format lacks the bitrate at the sample rate. */
export async function* encodeJoined(
  { masters, places, sampleRate }: PlacedClips,
  { pausesSeconds, output, resources, signal, shape = (samples) => samples }: EncodeJoinedOptions,
): AsyncGenerator<Uint8Array> {
  checkBitrate(output, sampleRate)
  const { createResampler, encoders } = resources
  const encoder = encoders.open(encoderOptions(output, { sampleRate, length: places.at(-1)?.end ?? 0 }))
  try {
    const underWay: Promise<Uint8Array>[] = []
    for await (const samples of shape(joinAudio(masters, { sampleRate, pausesSeconds, createResampler }), sampleRate)) {
      signal.throwIfAborted()
      underWay.push(deferRejection(encoder.encode(samples)))
      if (underWay.length >= ENCODED_AHEAD) yield* nonEmpty(await underWay.shift()!)
    }
    for (const bytes of underWay) yield* nonEmpty(await bytes)
    yield* nonEmpty((await encoder.finish()).tail)
  } finally {
    encoder.abandon()
  }
}

/** The lossless masters of clips, and the place of each in their combination. */
export type PlacedClips = {
  readonly masters: readonly AudioPart[]
  /** In samples at `sampleRate`. */
  readonly places: readonly PartPosition[]
  /** Hz of the combination. */
  readonly sampleRate: number
}

type PlaceOptions = Pick<Combination, 'pausesSeconds'> & {
  readonly output?: OutputFormat
  readonly blobs: BlobStore
}

/** Opens the masters of clips and places them in their combination. */
export async function placeClips(
  clips: Combination['clips'],
  { pausesSeconds, output, blobs }: PlaceOptions,
): Promise<PlacedClips> {
  const masters: AudioPart[] = []
  for (let first = 0; first < clips.length; first += OPENED_AT_ONCE) {
    const some = clips.slice(first, first + OPENED_AT_ONCE)
    masters.push(...(await Promise.all(some.map((clip) => openMaster(clip, blobs)))))
  }
  const sampleRate = output?.sampleRate ?? Math.max(...masters.map((master) => master.sampleRate))
  return { masters, places: placeParts(masters, { sampleRate, pausesSeconds }), sampleRate }
}

/** Headers of masters that are read at the same time. */
const OPENED_AT_ONCE = 32

/** Returns the length of a combination. */
export function lengthMs({ places, sampleRate }: Pick<PlacedClips, 'places' | 'sampleRate'>): number {
  return ((places.at(-1)?.end ?? 0) / sampleRate) * 1000
}

/** The title and the artist of a combination. `title` is the caller's; undefined for that of the first clip. */
export function nameCombination({ clips, title }: Pick<Combination, 'clips' | 'title'>): AudioTags {
  const artists = new Set(clips.flatMap(({ format }) => format.tags?.artist ?? []))
  return { title: title ?? titleOf(clips[0], 0), artist: [...artists].join(', ') }
}

function titleOf(clip: Combination['clips'][number] | undefined, index: number): string {
  return clip?.format.tags?.title ?? `Clip ${index + 1}`
}

function tagCombination(
  { clips, title, hasChapters }: Combination,
  { places, sampleRate }: Pick<PlacedClips, 'places' | 'sampleRate'>,
): AudioTags {
  const titles = clips.map(titleOf)
  const chapters = places.map(({ start, end }, i) => ({
    title: titles[i]!,
    startSeconds: start / sampleRate,
    endSeconds: end / sampleRate,
  }))
  return { ...nameCombination({ clips, title }), ...(hasChapters && { chapters }) }
}

function* nonEmpty(bytes: Uint8Array): Generator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

/** The lossless master of a COMPLETE clip is not what was stored. */
export class DamagedMaster extends Error {
  readonly clipId: string

  constructor(clipId: string) {
    super(`Cannot join clip ${clipId}: its master is damaged`)
    this.clipId = clipId
  }
}

async function openMaster({ id, audio }: Combination['clips'][number], blobs: BlobStore): Promise<AudioPart> {
  const key = clipMasterKey(id)
  const { sampleRate, dataBytes } = readWavHeader(
    await buffer(blobs.read(key, { start: 0, end: WAV_HEADER_BYTES - 1 })),
  )
  if (dataBytes === undefined)
    throw new Error(`Cannot join the master of clip ${id}: its header does not declare its length`)
  const stored = audio?.find((file) => file.key === key)
  const master = { key, clipId: id, bytes: stored?.bytes, crc32: stored?.crc32 }
  return { sampleRate, length: dataBytes / 2, chunks: readMaster(master, blobs) }
}

type StoredMaster = {
  readonly key: string
  readonly clipId: string
  readonly bytes: number | undefined
  readonly crc32: number | undefined
}

/** Opened only when it is read: an export has thousands. */
async function* readMaster(
  { key, clipId, bytes = Number.POSITIVE_INFINITY, crc32: wanted }: StoredMaster,
  blobs: BlobStore,
): ReturnType<typeof readWavSamples> {
  const pieces = checkedPieces(blobs.read(key), wanted, () => new DamagedMaster(clipId))
  yield* readWavSamples(bytes > CHECKED_WHOLE_BYTES ? pieces : [await buffer(pieces)])
}

/** Masters up to this size are checked before any of their samples is used; larger ones while they are. */
const CHECKED_WHOLE_BYTES = 8 << 20
