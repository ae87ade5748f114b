import { PeakLimiter } from '../../audio/limiting/peak-limiter.ts'
import { LoudnessMeter } from '../../audio/loudness/loudness-meter.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Combination } from '../clips/combine-clips.ts'
import { placeClips } from '../clips/combine-clips.ts'

/** A quieter program than this is hardly speech; more gain would raise its noise. */
const MOST_GAIN_DB = 30
/** Accepted error in LU, and the most measurements to compensate for the limiter. */
const TOLERANCE = 0.1
const MOST_PASSES = 4
/** Most make-up gain in dB. More of it squashes peaks without adding loudness. */
const MOST_MAKE_UP_DB = 8
/** Seconds of silence measured before and after each clip. A meter's blocks of 0.4 s overlap the pauses of a file in the same way. */
const EDGE_SECONDS = 0.3
/** Lower bound of the loudness gained per decibel of gain. */
const LEAST_SLOPE = 0.2

type LevelOptions = { readonly blobs: BlobStore; readonly signal: AbortSignal }

/**
 * Returns the gain in dB that brings clips, as one program, to a loudness in LUFS with peaks below -1 dBTP, as a meter measures the files. Adds make-up
 * gain for the loudness that the limiter removes.
 */
export async function findProgramGain(
  clips: Combination['clips'],
  target: number,
  options: LevelOptions,
): Promise<number> {
  const plain = await measureProgram(clips, undefined, options)
  if (!Number.isFinite(plain)) return 0
  const first = Math.min(MOST_GAIN_DB, target - plain)
  // The limiter has nothing to do if the level falls.
  if (first <= 0) return first
  let last = { gainDb: 0, loudness: plain }
  let gainDb = first
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const loudness = await measureProgram(clips, gainDb, options)
    if (Math.abs(target - loudness) <= TOLERANCE) break
    // The louder the program, the less another decibel adds.
    const slope = Math.max(LEAST_SLOPE, (loudness - last.loudness) / (gainDb - last.gainDb))
    last = { gainDb, loudness }
    gainDb = Math.min(MOST_GAIN_DB, first + MOST_MAKE_UP_DB, gainDb + (target - loudness) / slope)
    if (gainDb === last.gainDb) break
  }
  return gainDb
}

/** Returns the loudness of clips as one program in LUFS: as they are, or after a gain and the limiter. */
async function measureProgram(
  clips: Combination['clips'],
  gainDb: number | undefined,
  { blobs, signal }: LevelOptions,
): Promise<number> {
  const meter = new LoudnessMeter()
  for (const clip of clips) {
    const { masters } = await placeClips([clip], { pausesSeconds: [], blobs })
    const { sampleRate, chunks } = masters[0]!
    const part = meter.begin(sampleRate)
    const edge = new Float32Array(Math.round(EDGE_SECONDS * sampleRate))
    part.add(edge)
    for await (const samples of gainDb === undefined ? chunks : changeLevel(chunks, { gainDb, sampleRate })) {
      signal.throwIfAborted()
      part.add(samples)
    }
    part.add(edge)
    part.end()
  }
  return meter.read()
}

/** Changes the level of samples, and keeps their peaks below -1 dBTP. Gives as many samples as it gets. */
export async function* changeLevel(
  chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  { gainDb, sampleRate }: { readonly gainDb: number; readonly sampleRate: number },
): AsyncGenerator<Float32Array> {
  const factor = 10 ** (gainDb / 20)
  const limiter = new PeakLimiter(sampleRate)
  for await (const samples of chunks) yield limiter.push(samples.map((sample) => sample * factor))
  yield limiter.finish()
}
