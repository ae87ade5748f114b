import { PeakLimiter } from '../../audio/limiting/peak-limiter.ts'
import { LoudnessMeter } from '../../audio/loudness/loudness-meter.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Combination } from '../clips/combine-clips.ts'
import { placeClips } from '../clips/combine-clips.ts'

/** A quieter program than this is hardly speech; more gain would raise its noise. */
const MOST_GAIN_DB = 30

type LevelOptions = { readonly blobs: BlobStore; readonly signal: AbortSignal }

/** Returns the gain in dB that brings clips, as one program, to a loudness in LUFS. Pauses do not count. */
export async function findProgramGain(
  clips: Combination['clips'],
  target: number,
  { blobs, signal }: LevelOptions,
): Promise<number> {
  const meter = new LoudnessMeter()
  for (const clip of clips) {
    const { masters } = await placeClips([clip], { pausesSeconds: [], blobs })
    const { sampleRate, chunks } = masters[0]!
    const part = meter.begin(sampleRate)
    for await (const samples of chunks) {
      signal.throwIfAborted()
      part.add(samples)
    }
    part.end()
  }
  const loudness = meter.read()
  return Number.isFinite(loudness) ? Math.min(MOST_GAIN_DB, target - loudness) : 0
}

/** Changes the level of samples, and keeps their peaks below -1 dBTP. Gives as many samples as it gets. */
export async function* changeLevel(
  chunks: AsyncIterable<Float32Array>,
  { gainDb, sampleRate }: { readonly gainDb: number; readonly sampleRate: number },
): AsyncGenerator<Float32Array> {
  const factor = 10 ** (gainDb / 20)
  const limiter = new PeakLimiter(sampleRate)
  for await (const samples of chunks) yield limiter.push(samples.map((sample) => sample * factor))
  yield limiter.finish()
}
