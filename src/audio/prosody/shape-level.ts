import { decibelsToFactor } from '../decibels.ts'
import { runningMean } from '../limiting/running-mean.ts'
import { weightLoudness } from '../loudness/k-weighting.ts'
import type { PcmAudio } from '../pcm-audio.ts'
import { multiplySamples } from '../samples/multiply-samples.ts'
import { tiltSpectrum } from './tilt-spectrum.ts'
import { EFFORT_CORNER_HZ, effortTilt } from './vocal-effort.ts'

/** A stretch of audio and its requested level. */
export type LevelSpan = {
  readonly start: number
  readonly end: number
  /** Change of delivery loudness, in dB. */
  readonly gainDb: number
  /** Power before any change, as returned by `powerOf`; the gain is relative to it. */
  readonly power: number
}

/** Duration of the ramp between two levels. */
const RAMP_SECONDS = 0.01
/** Number of correction rounds. It brings a short word, whose ends are ramps, within 0.1 dB of its level. */
const ROUNDS = 3

/**
 * Gives each span its loudness, with the spectrum of a voice at that loudness. A gap between two spans belongs half to each.
 * Levels change along a smooth ramp.
 */
export function shapeLevel(audio: PcmAudio, spans: readonly LevelSpan[]): Float32Array {
  const { samples, sampleRate } = audio
  if (spans.length === 0) return samples
  const reach = Math.round((RAMP_SECONDS * sampleRate) / 2)
  const spread = (factors: readonly number[]): Float32Array =>
    runningMean(spreadValues(factors, spans, samples.length), reach)

  const tilt = spread(spans.map(({ gainDb }) => effortTilt(gainDb)))
  const isTilted = spans.some(({ gainDb }) => gainDb !== 0)
  const tilted = isTilted
    ? tiltSpectrum(samples, { sampleRate, cornerHz: EFFORT_CORNER_HZ, factorAt: (i) => tilt[i]! })
    : samples
  // The envelope is slow compared with the weighting filters, so the weighted signal follows it too.
  const weighted = weightLoudness({ sampleRate, samples: tilted })
  let levels = spans.map(({ gainDb }) => gainDb)
  let envelope = spread(levels.map(decibelsToFactor))
  for (let round = 0; round < ROUNDS; round++) {
    levels = levels.map((level, i) => level + missingDb(spans[i]!, powerOf(weighted, spans[i]!, envelope)))
    envelope = spread(levels.map(decibelsToFactor))
  }
  return multiplySamples(tilted, envelope)
}

/** Mean power of a span of a weighted signal, under an envelope if there is one. */
export function powerOf(
  weighted: Float64Array,
  { start, end }: Pick<LevelSpan, 'start' | 'end'>,
  envelope?: Float32Array,
): number {
  let sum = 0
  for (let i = start; i < end; i++) sum += (weighted[i]! * (envelope?.[i] ?? 1)) ** 2
  return sum / Math.max(1, end - start)
}

function missingDb({ gainDb, power }: LevelSpan, now: number): number {
  return now > 0 && power > 0 ? gainDb - 10 * Math.log10(now / power) : 0
}

/** Assigns the value of the nearest span to every sample. */
function spreadValues(values: readonly number[], spans: readonly LevelSpan[], length: number): Float32Array {
  const result = new Float32Array(length)
  for (const [i, { start, end }] of spans.entries()) {
    const from = i === 0 ? 0 : (spans[i - 1]!.end + start) >> 1
    const to = i === spans.length - 1 ? length : (end + spans[i + 1]!.start) >> 1
    result.fill(values[i]!, from, to)
  }
  return result
}
