import { buffer } from 'node:stream/consumers'
import { readWavHeader, WAV_HEADER_BYTES } from '../audio/encoding/wav-header.ts'
import { joinedLength, joinStretches, type Stretch } from '../audio/joining/join-stretches.ts'
import { readWavSamples } from '../audio/joining/read-wav-samples.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { clipMasterKey } from './audio-keys.ts'
import type { RenderingResources } from './resources.ts'

export type Combination = {
  /** COMPLETE clips, in the order in which they are heard. */
  readonly clipIds: readonly string[]
  /** Seconds of silence between neighbours: one fewer than clips. */
  readonly pausesSeconds: readonly number[]
}

type CombineOptions = {
  readonly blobs: BlobStore
  readonly resources: Pick<RenderingResources, 'encoders' | 'createResampler'>
  readonly signal: AbortSignal
}

/** Stretches that are being encoded while the next is read. */
const ENCODED_AHEAD = 4

/**
 * Joins the lossless masters of clips sample by sample and encodes the whole once, as one MP3 file whose header tells
 * its exact length. Sent while it is made, at the highest sample rate among the clips.
 */
export async function* combineClips(
  { clipIds, pausesSeconds }: Combination,
  { blobs, resources, signal }: CombineOptions,
): AsyncGenerator<Uint8Array> {
  const masters = await Promise.all(clipIds.map((id) => openMaster(id, blobs)))
  const sampleRate = Math.max(...masters.map((master) => master.sampleRate))
  const { createResampler, encoders } = resources
  const encoder = encoders.open({
    format: 'mp3',
    inputSampleRate: sampleRate,
    sampleRate,
    length: joinedLength(masters, { sampleRate, pausesSeconds }),
  })
  try {
    const underWay: Promise<Uint8Array>[] = []
    for await (const samples of joinStretches(masters, { sampleRate, pausesSeconds, createResampler })) {
      signal.throwIfAborted()
      underWay.push(encoder.encode(samples))
      if (underWay.length >= ENCODED_AHEAD) yield* nonEmpty(await underWay.shift()!)
    }
    for (const bytes of underWay) yield* nonEmpty(await bytes)
    yield* nonEmpty((await encoder.finish()).tail)
  } finally {
    encoder.abandon()
  }
}

function* nonEmpty(bytes: Uint8Array): Generator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

async function openMaster(clipId: string, blobs: BlobStore): Promise<Stretch> {
  const key = clipMasterKey(clipId)
  const { sampleRate, dataBytes } = readWavHeader(
    await buffer(blobs.read(key, { start: 0, end: WAV_HEADER_BYTES - 1 })),
  )
  if (dataBytes === undefined) throw new Error(`Cannot join the master of clip ${clipId}: it does not tell its length`)
  return { sampleRate, length: dataBytes / 2, chunks: readLazily(key, blobs) }
}

/** Opens the file only when it is read: a combination has up to a hundred. */
async function* readLazily(key: string, blobs: BlobStore): AsyncGenerator<Float32Array> {
  yield* readWavSamples(blobs.read(key))
}
