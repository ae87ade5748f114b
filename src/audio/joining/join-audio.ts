import { type CreateResampler, type Resampler, resampledLength } from '../resampling/resampler.ts'

/** A part of mono audio that can be read once, chunk by chunk. */
export type AudioPart = {
  /** Hz. */
  readonly sampleRate: number
  /** Number of samples. */
  readonly length: number
  readonly chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>
}

export type JoinOptions = {
  /** Hz of the joined audio. */
  readonly sampleRate: number
  /** Silence after each part except the last. */
  readonly pausesSeconds: readonly number[]
  readonly createResampler: CreateResampler
}

/** Too short to be heard, and long enough that a cut does not click. */
const FADE_SECONDS = 0.005
/** Maximum number of samples of silence per chunk. */
const SILENCE_BLOCK = 16_384

type Lengths = Pick<JoinOptions, 'sampleRate' | 'pausesSeconds'>

/** Position of a part in the joined audio, in samples. */
export type PartPosition = { readonly start: number; readonly end: number }

/** Returns the position of each part in the output of `joinAudio`. The last position ends where the joined audio ends. */
export function placeParts(
  parts: readonly Pick<AudioPart, 'sampleRate' | 'length'>[],
  { sampleRate, pausesSeconds }: Lengths,
): readonly PartPosition[] {
  let end = 0
  return parts.map((part, i) => {
    const start = i === 0 ? 0 : end + pauseLength(pausesSeconds[i - 1] ?? 0, sampleRate)
    end = start + resampledLength(part.length, { from: part.sampleRate, to: sampleRate })
    return { start, end }
  })
}

/**
 * Joins parts of any sample rates without gaps. Each part fades in and out over 5 ms. Between two parts there is exactly the
 * pause, rounded to a sample, as digital silence. Parts are read one after another, on demand. The samples are the caller's.
 */
export async function* joinAudio(parts: readonly AudioPart[], options: JoinOptions): AsyncGenerator<Float32Array> {
  const { sampleRate, pausesSeconds } = options
  if (parts.length > 0 && pausesSeconds.length !== parts.length - 1)
    throw new Error(`Cannot join ${parts.length} parts with ${pausesSeconds.length} pauses`)
  for (const [i, part] of parts.entries()) {
    yield* fadeStretch(part, options)
    const pause = pausesSeconds[i]
    if (pause !== undefined) yield* silence(pauseLength(pause, sampleRate))
  }
}

function pauseLength(seconds: number, sampleRate: number): number {
  return Math.round(seconds * sampleRate)
}

function* silence(length: number): Generator<Float32Array> {
  for (let rest = length; rest > 0; rest -= SILENCE_BLOCK) yield new Float32Array(Math.min(rest, SILENCE_BLOCK))
}

async function* fadeStretch(
  part: AudioPart,
  { sampleRate, createResampler }: JoinOptions,
): AsyncGenerator<Float32Array> {
  const rates = { from: part.sampleRate, to: sampleRate }
  const length = resampledLength(part.length, rates)
  const fade = Math.min(Math.round(FADE_SECONDS * sampleRate), length >> 1)
  const resampler = createResampler(rates)
  let position = 0
  try {
    for await (const samples of resamplePart(part, resampler)) {
      const start = position
      position += samples.length
      yield fadeEdges(samples, { position: start, length, fade })
    }
  } finally {
    resampler.close()
  }
}

type FadePlace = {
  /** Position of the first sample in its part. */
  readonly position: number
  /** Length of the part, in samples. */
  readonly length: number
  readonly fade: number
}

/** Applies fades near the edges of the part. Returns the same array if it is not near an edge. */
function fadeEdges(samples: Float32Array, { position, length, fade }: FadePlace): Float32Array {
  if (position >= fade && position + samples.length <= length - fade) return samples
  return samples.map((sample, i) => sample * fadeGain(Math.min(position + i, length - 1 - position - i), fade))
}

async function* resamplePart({ chunks, length }: AudioPart, resampler: Resampler): AsyncGenerator<Float32Array> {
  let read = 0
  for await (const chunk of chunks) {
    read += chunk.length
    if (read > length) break
    yield resampler.resample(chunk)
  }
  if (read !== length)
    throw new Error(`Cannot join audio: a part of ${length} samples has ${read > length ? 'more' : read}`)
  yield resampler.flush()
}

/** Gain at `distance` samples from the nearer edge: half a period of a raised cosine. */
function fadeGain(distance: number, fade: number): number {
  return distance >= fade ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (distance + 0.5)) / fade)
}
