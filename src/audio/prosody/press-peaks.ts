import { decibelsToFactor } from '../decibels.ts'
import { limitPeaks } from '../limiting/limit-peaks.ts'
import { runningMean } from '../limiting/running-mean.ts'
import { measureLoudness } from '../loudness/measure-loudness.ts'
import type { PcmAudio } from '../pcm-audio.ts'
import { multiplySamples } from '../samples/multiply-samples.ts'

/** A stretch of audio, in samples. */
export type SampleRange = { readonly start: number; readonly end: number }

const RAMP_SECONDS = 0.01
const TOLERANCE_DB = 0.05
const ROUNDS = 10
/** Estimated loudness gain after the limiter, in dB, per dB of make-up gain before it: the first estimate and the lower bound. */
const FIRST_WORTH = 0.55
const LEAST_WORTH = 0.1
/** Above this gain, speech would be compressed to a buzz for tenths of a dB. */
const MOST_MAKE_UP_DB = 24

/**
 * Limits peaks as `limitPeaks` does, but keeps the loudness (ITU-R BS.1770) of each stretch. If limiting lowers it, the stretch
 * is amplified into the limiter until it is as loud as before. Loud speech becomes denser, like a voice with effort: its peaks
 * exceed the rest by less.
 */
export function pressPeaks(audio: PcmAudio, stretches: readonly SampleRange[]): Float32Array {
  const { samples, sampleRate } = audio
  let pressed = limitPeaks(audio)
  if (pressed === samples) return samples
  const loudnessOf = (all: Float32Array, { start, end }: SampleRange): number =>
    measureLoudness({ sampleRate, samples: all.subarray(start, end) })
  const wanted = stretches.map((stretch) => loudnessOf(samples, stretch))
  let attempts: readonly Attempt[] = stretches.map(() => ({ makeUpDb: 0, missingDb: 0, worth: FIRST_WORTH }))
  for (let round = 0; round < ROUNDS; round++) {
    const missing = stretches.map((stretch, i) => differenceDb(wanted[i]!, loudnessOf(pressed, stretch)))
    if (missing.every((decibels) => Math.abs(decibels) < TOLERANCE_DB)) break
    attempts = attempts.map((last, i) => tryAgain(last, missing[i]!))
    const envelope = envelopeOf(
      audio,
      stretches,
      attempts.map(({ makeUpDb }) => makeUpDb),
    )
    pressed = limitPeaks({ sampleRate, samples: multiplySamples(samples, envelope) })
  }
  return pressed
}

/** A make-up gain that was tried, the loudness that was missing before it, and the loudness gained per dB. */
type Attempt = { readonly makeUpDb: number; readonly missingDb: number; readonly worth: number }

/** The next gain for a stretch that still misses `missingDb`, by the secant method. */
function tryAgain({ makeUpDb, missingDb: before, worth: last }: Attempt, missingDb: number): Attempt {
  const step = before / last
  const worth = step === 0 ? last : Math.min(1, Math.max(LEAST_WORTH, (before - missingDb) / step))
  return { makeUpDb: Math.min(MOST_MAKE_UP_DB, makeUpDb + missingDb / worth), missingDb, worth }
}

/** `one - other`; 0 if either is silent. */
function differenceDb(one: number, other: number): number {
  return Number.isFinite(one) && Number.isFinite(other) ? one - other : 0
}

function envelopeOf(
  { samples, sampleRate }: PcmAudio,
  stretches: readonly SampleRange[],
  decibels: readonly number[],
): Float32Array {
  const steps = new Float32Array(samples.length).fill(1)
  for (const [i, { start, end }] of stretches.entries()) steps.fill(decibelsToFactor(decibels[i]!), start, end)
  return runningMean(steps, Math.round((RAMP_SECONDS * sampleRate) / 2))
}
