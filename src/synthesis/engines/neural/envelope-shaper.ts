import { loudnessWeight } from '../../../audio/loudness/k-weighting.ts'
import { effortTiltAt } from '../../../audio/prosody/vocal-effort.ts'

/** Writes the shaped bands of one frame to `target`, starting at `targetAt`. */
export type ShapeEnvelope = (bands: FrameRef, gainDb: number, target: Float32Array, targetAt: number) => void

/** The position of a frame's bands: `values[at]` is the lowest. */
type FrameRef = { readonly values: Float32Array; readonly at: number }

type ShaperOptions = {
  /** Centre frequencies of the bands, ascending. */
  readonly bandHz: readonly number[]
  readonly sharpening: number
  /** Gain of the original envelope from 4.5 kHz on, in dB; 0 if absent. */
  readonly presenceDb?: number
  /** Gains at `OCTAVES_HZ`, in dB; all 0 if absent. */
  readonly octavesDb?: readonly number[]
  /** Formant factor. */
  readonly size: number
}

/** Where the envelope can be corrected octave by octave. */
export const OCTAVES_HZ = [250, 500, 1000, 2000, 4000, 8000]
const FLAT = OCTAVES_HZ.map(() => 0)

/** The range in which the presence gain rises, in Hz. */
const PRESENCE_HZ = { from: 3000, to: 4500 }

/** Number of bands on each side over which a valley is measured. */
const NEIGHBOURS = 6

/**
 * Shapes log-amplitude envelopes. Moves the formants by `size`, deepens the valleys between them, and tilts them with the gain as
 * vocal effort does. The tilt keeps the loudness, and the gain itself is applied to the samples. So only the size changes the
 * level.
 */
export function createEnvelopeShaper({
  bandHz,
  sharpening,
  size,
  presenceDb = 0,
  octavesDb = FLAT,
}: ShaperOptions): ShapeEnvelope {
  const count = bandHz.length
  const warp = warpTable(bandHz, { size, presenceDb, octavesDb })
  const width = Float64Array.from(bandHz, (_, m) => bandWidth(bandHz, m))
  const loudnessWidth = width.map((hz, m) => hz * loudnessWeight(bandHz[m]!))
  const tilt = new Float64Array(count)
  let tiltGainDb = 0
  const row = new Float64Array(count)
  const shaped = new Float64Array(count)
  const sums = new Float64Array(count + 2 * NEIGHBOURS + 1)

  /** Adopts the new shape at the old level: the power of the bands, weighted by `weights`, stays equal. */
  function takeShape(weights: Float64Array): void {
    let powerBefore = 0
    let powerAfter = 0
    for (let m = 0; m < count; m++) {
      powerBefore += weights[m]! * Math.exp(2 * row[m]!)
      powerAfter += weights[m]! * Math.exp(2 * shaped[m]!)
    }
    const level = Math.log(powerBefore / powerAfter) / 2
    for (let m = 0; m < count; m++) row[m] = shaped[m]! + level
  }

  function sharpen(): void {
    for (let k = 0; k < count + 2 * NEIGHBOURS; k++) {
      sums[k + 1] = sums[k]! + row[Math.min(Math.max(k - NEIGHBOURS, 0), count - 1)]!
    }
    const span = 2 * NEIGHBOURS + 1
    for (let m = 0; m < count; m++) {
      const mean = (sums[m + span]! - sums[m]!) / span
      shaped[m] = row[m]! + sharpening * (row[m]! - mean)
    }
    takeShape(width)
  }

  function tiltTo(gainDb: number): void {
    if (gainDb !== tiltGainDb) for (let m = 0; m < count; m++) tilt[m] = Math.log(effortTiltAt(bandHz[m]!, gainDb))
    tiltGainDb = gainDb
    for (let m = 0; m < count; m++) shaped[m] = row[m]! + tilt[m]!
    takeShape(loudnessWidth)
  }

  return ({ values, at }, gainDb, target, targetAt) => {
    for (let m = 0; m < count; m++) {
      const j = at + warp.band[m]!
      const weight = warp.weight[m]!
      row[m] = values[j]! * (1 - weight) + values[j + 1]! * weight + warp.offset[m]!
    }
    if (sharpening > 0) sharpen()
    if (gainDb !== 0) tiltTo(gainDb)
    target.set(row, targetAt)
  }
}

type WarpOptions = { readonly size: number; readonly presenceDb: number; readonly octavesDb: readonly number[] }

/**
 * For each band: the source band and weight for moving the formants, and an offset. The offset is the presence gain and the octave's, minus a
 * roll-off above the analysed range.
 */
function warpTable(bandHz: readonly number[], { size, presenceDb, octavesDb }: WarpOptions) {
  const count = bandHz.length
  const band = new Int32Array(count)
  const weight = new Float64Array(count)
  const offset = new Float64Array(count)
  for (let m = 0, j = 0; m < count; m++) {
    const hz = bandHz[m]! / size
    while (j < count - 2 && bandHz[j + 1]! <= hz) j++
    band[m] = j
    weight[m] = Math.min(Math.max((hz - bandHz[j]!) / (bandHz[j + 1]! - bandHz[j]!), 0), 1)
    const rise = Math.min(1, Math.max(0, (hz - PRESENCE_HZ.from) / (PRESENCE_HZ.to - PRESENCE_HZ.from)))
    const rollOff = Math.max(hz / bandHz[count - 1]! - 1, 0) * 3
    offset[m] = ((rise * presenceDb + octaveGain(hz, octavesDb)) * Math.LN10) / 20 - rollOff
  }
  return { band, weight, offset }
}

/** The gain at a frequency, in dB: between two octaves as far along as its logarithm is. */
function octaveGain(hz: number, octavesDb: readonly number[]): number {
  const last = octavesDb.length - 1
  const place = Math.min(Math.max(Math.log2(hz / OCTAVES_HZ[0]!), 0), last)
  const below = Math.min(Math.floor(place), last - 1)
  return octavesDb[below]! + (place - below) * (octavesDb[below + 1]! - octavesDb[below]!)
}

function bandWidth(bandHz: readonly number[], m: number): number {
  const last = bandHz.length - 1
  const span = bandHz[Math.min(m + 1, last)]! - bandHz[Math.max(m - 1, 0)]!
  return m === 0 || m === last ? span : span / 2
}
