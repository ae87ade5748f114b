import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import type { PitchTrack } from './praat.ts'

/** The band in which too regular pulses are heard as a buzz, in Hz. */
const BAND = { from: 3000, to: 8000 }
const TAPS = 129
const WINDOW_SECONDS = 0.0232
/** The pitch between two values of the track is not exact. */
const DETUNE = 2

/**
 * How regular the voice is from 3 to 8 kHz: the mean, over voiced moments, of the normalised correlation of two windows that are a period
 * apart. 1 is a perfect repetition; noise has about 0.1, as the best of five lags counts.
 */
export function measureBuzz(audio: PcmAudio, track: PitchTrack): number {
  const band = filterBand(audio)
  const window = Math.round(WINDOW_SECONDS * audio.sampleRate)
  const values = track.semitones.flatMap((semitones, i) => {
    if (Number.isNaN(semitones)) return []
    const centre = Math.round((track.startSeconds + i * track.stepSeconds) * audio.sampleRate)
    const period = Math.round(audio.sampleRate / (100 * 2 ** (semitones / 12)))
    const lags = Array.from({ length: 2 * DETUNE + 1 }, (_, k) => period + k - DETUNE)
    const best = Math.max(...lags.map((lag) => correlate(band, { start: centre - ((window + lag) >> 1), window, lag })))
    return Number.isFinite(best) ? [Math.max(0, best)] : []
  })
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** A windowed sinc from 3 to 8 kHz. */
function filterBand({ samples, sampleRate }: PcmAudio): Float32Array {
  const half = (TAPS - 1) / 2
  const taps = Float64Array.from({ length: TAPS }, (_, i) => {
    const n = i - half
    const lowPass = (hz: number) =>
      n === 0 ? (2 * hz) / sampleRate : Math.sin((2 * Math.PI * hz * n) / sampleRate) / (Math.PI * n)
    return (lowPass(BAND.to) - lowPass(BAND.from)) * (0.5 + 0.5 * Math.cos((Math.PI * n) / (half + 1)))
  })
  const padded = new Float32Array(samples.length + TAPS)
  padded.set(samples, half)
  const band = new Float32Array(samples.length)
  for (let at = 0; at < band.length; at++) {
    let sum = 0
    for (let i = 0; i < TAPS; i++) sum += taps[i]! * padded[at + i]!
    band[at] = sum
  }
  return band
}

type Pair = { readonly start: number; readonly window: number; readonly lag: number }

function correlate(samples: Float32Array, { start, window, lag }: Pair): number {
  if (start < 0 || start + lag + window > samples.length) return Number.NaN
  let product = 0
  let here = 0
  let there = 0
  for (let i = start; i < start + window; i++) {
    product += samples[i]! * samples[i + lag]!
    here += samples[i]! ** 2
    there += samples[i + lag]! ** 2
  }
  return product / Math.sqrt(here * there + 1e-12)
}
