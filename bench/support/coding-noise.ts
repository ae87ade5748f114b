import { powerSpectrum } from '../../test/support/power-spectrum.ts'

export type CodingNoise = {
  /** Mean ratio of noise to what the ear lets pass, in dB; below 0 is masked. */
  readonly noiseToMaskDb: number
  /** Mean distance of the spectra in half-Bark bands, in dB. */
  readonly spectralDistanceDb: number
  /** Mean of the frames' signal-to-noise ratios, each held between -10 and 45 dB. */
  readonly segmentalSnrDb: number
}

type Recordings = { readonly original: Float32Array; readonly coded: Float32Array; readonly sampleRate: number }

const BARKS_PER_BAND = 0.5
/** Frames below this level are silence, in dB of a full sine. */
const SILENCE_DB = -60
/** Level at which a full sine is taken to be heard, in dB SPL. */
const FULL_SCALE_SPL = 92

/**
 * What coding changed, frame by frame, after ITU-R BS.1387's noise-to-mask ratio in a simpler form: the mask is the
 * original's energy in half-Bark bands, spread by 27 dB a Bark downwards and 12 upwards, 6 dB lower (more above 12
 * Bark), and never below the threshold in quiet. A comparison of encoders, not a grade.
 */
export function measureCodingNoise({ original, coded, sampleRate }: Recordings): CodingNoise {
  const size = 2 ** Math.round(Math.log2(sampleRate * 0.032))
  const bands = new BarkBands(size, sampleRate)
  const fullSine = (size * size) / 16
  const error = original.map((sample, i) => sample - coded[i]!)
  const sums = { mask: 0, distance: 0, snr: 0, frames: 0 }
  for (let start = 0; start + size <= original.length; start += size / 2) {
    const [signal, result, noise] = [original, coded, error].map((samples) => frameSpectrum(samples, start, size))
    const [signalPower, noisePower] = [total(signal!), total(noise!)]
    if (decibels(signalPower / fullSine) < SILENCE_DB) continue
    const energy = bands.sum(signal!)
    const mask = bands.mask(energy, fullSine)
    const noiseEnergy = bands.sum(noise!)
    const resultEnergy = bands.sum(result!)
    sums.mask += mean(mask.map((allowed, band) => noiseEnergy[band]! / allowed))
    sums.distance += Math.sqrt(
      mean(energy.map((value, band) => decibels((value + 1e-6) / (resultEnergy[band]! + 1e-6)) ** 2)),
    )
    sums.snr += Math.min(45, Math.max(-10, decibels(signalPower / (noisePower + 1e-12))))
    sums.frames++
  }
  return {
    noiseToMaskDb: decibels(sums.mask / sums.frames),
    spectralDistanceDb: sums.distance / sums.frames,
    segmentalSnrDb: sums.snr / sums.frames,
  }
}

class BarkBands {
  readonly #bandOfBin: readonly number[]
  readonly #centres: readonly number[]

  constructor(size: number, sampleRate: number) {
    const barks = Array.from({ length: size / 2 + 1 }, (_, bin) => 7 * Math.asinh((bin * sampleRate) / size / 650))
    const indices = barks.map((bark) => Math.floor(bark / BARKS_PER_BAND))
    // Narrow bands at the bottom may hold no bin; the last is cut short, and its bins belong to the one before.
    const used = [...new Set(indices)].slice(0, -1)
    this.#bandOfBin = indices.map((index) => (used.includes(index) ? used.indexOf(index) : used.length - 1))
    this.#centres = used.map((index) => (index + 0.5) * BARKS_PER_BAND)
  }

  sum(spectrum: Float64Array): readonly number[] {
    const energy = this.#centres.map(() => 0)
    for (const [bin, power] of spectrum.entries()) energy[this.#bandOfBin[bin]!]! += power
    return energy
  }

  mask(energy: readonly number[], fullSine: number): readonly number[] {
    return this.#centres.map((centre) => {
      const spread = energy.reduce((sum, power, from) => {
        const distance = centre - this.#centres[from]!
        return sum + power * fromDecibels(distance >= 0 ? -12 * distance : 27 * distance)
      }, 0)
      const offset = 3 + (centre <= 12 ? 3 : 0.25 * centre)
      return Math.max(spread * fromDecibels(-offset), fullSine * fromDecibels(quietThreshold(centre) - FULL_SCALE_SPL))
    })
  }
}

/** Terhardt's threshold in quiet at a place in Bark, in dB SPL. */
function quietThreshold(bark: number): number {
  const kilohertz = 0.65 * Math.sinh(bark / 7)
  return Math.min(90, 3.64 * kilohertz ** -0.8 - 6.5 * Math.exp(-0.6 * (kilohertz - 3.3) ** 2) + 1e-3 * kilohertz ** 4)
}

function frameSpectrum(samples: Float32Array, start: number, size: number): Float64Array {
  return powerSpectrum(
    Float64Array.from(
      { length: size },
      (_, i) => samples[start + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size)),
    ),
  )
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function decibels(ratio: number): number {
  return 10 * Math.log10(ratio)
}

function fromDecibels(db: number): number {
  return 10 ** (db / 10)
}
