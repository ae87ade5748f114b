import { decibelsToFactor, meanSquare } from '../decibels.ts'
import type { PcmAudio } from '../pcm-audio.ts'
import { runningMean } from '../running-mean.ts'
import { tiltSpectrum } from './tilt-spectrum.ts'

/** A stretch of the audio and the level it shall have. */
export type LevelSpan = {
  readonly start: number
  readonly end: number
  /** Loudness of delivery against how it stands, in dB. */
  readonly gainDb: number
  /** What the mean square of the samples was before anything was changed; the gain counts from here. */
  readonly meanSquare: number
}

/**
 * Louder speech is also brighter: from low frequencies to 1.5-3 kHz, the level of a voice's long-term spectrum rises by
 * 0.5 to 1.5 dB for each dB of loudness (Nordenberg and Sundberg, "Effect on LTAS of vocal loudness variation", 2004).
 * Half of that difference is rendered: the audio may hold several voices and no breath.
 */
const TILT_DB_PER_DB = 0.5
const TILT_CORNER_HZ = 1200
/** From one level to the next. */
const RAMP_SECONDS = 0.01
/** Rounds after which a short word, whose ends are ramps, has its level to 0.1 dB. */
const ROUNDS = 3

/**
 * Gives each span its level, with the spectrum that belongs to it. What lies between two spans is half of the one, half
 * of the other; between levels lies a smooth ramp.
 */
export function shapeLevel(audio: PcmAudio, spans: readonly LevelSpan[]): Float32Array {
  const { samples, sampleRate } = audio
  if (spans.length === 0) return samples
  const reach = Math.round((RAMP_SECONDS * sampleRate) / 2)
  const envelopeOf = (levelsDb: readonly number[]): Float32Array =>
    runningMean(spread(levelsDb.map(decibelsToFactor), spans, samples.length), reach)

  const tilt = envelopeOf(spans.map(({ gainDb }) => gainDb * TILT_DB_PER_DB))
  const isTilted = spans.some(({ gainDb }) => gainDb !== 0)
  const factorAt = (i: number): number => tilt[i]!
  const tilted = isTilted ? tiltSpectrum(samples, { sampleRate, cornerHz: TILT_CORNER_HZ, factorAt }) : samples

  let levels = spans.map(({ gainDb }) => gainDb)
  let shaped = tilted
  for (let round = 0; round < ROUNDS; round++) {
    const envelope = envelopeOf(levels)
    shaped = tilted.map((sample, i) => sample * envelope[i]!)
    levels = levels.map((level, i) => level + missingDb(shaped, spans[i]!))
  }
  return shaped
}

/** How far a span is from its level. */
function missingDb(samples: Float32Array, { start, end, gainDb, meanSquare: before }: LevelSpan): number {
  const now = meanSquare(samples.subarray(start, end))
  return now > 0 && before > 0 ? gainDb - 10 * Math.log10(now / before) : 0
}

/** The value of the nearest span at every sample. */
function spread(values: readonly number[], spans: readonly LevelSpan[], length: number): Float32Array {
  const result = new Float32Array(length)
  for (const [i, { start, end }] of spans.entries()) {
    const from = i === 0 ? 0 : (spans[i - 1]!.end + start) >> 1
    const to = i === spans.length - 1 ? length : (end + spans[i + 1]!.start) >> 1
    result.fill(values[i]!, from, to)
  }
  return result
}
