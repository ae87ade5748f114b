import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import { estimatePitch } from './estimate-pitch.ts'

/** A frame further from a neighbour is a tracking error, mostly of an octave, or at the edge of a voiced stretch. */
const LARGEST_STEP = 3
/** Frames of 10 ms. */
/** Semitones below the median of a word that no voice reaches within it. */
const OCTAVE_ERROR = 10
const END_FRAMES = 5

/** Fewer samples are enough, and the lowest harmonics alone show a pitch that moves fast. */
const DECIMATION = 4

/** The pitch in semitones above 100 Hz every 10 ms, NaN without voice. */
export function trackSemitones({ samples, sampleRate }: PcmAudio): readonly number[] {
  const length = Math.floor(samples.length / DECIMATION)
  // The tracker looks ahead: without silence behind it the last sound would be lost.
  const fewer = new Float32Array(length + Math.round(sampleRate / DECIMATION / 10))
  for (let i = 0; i < length; i++) {
    for (let k = 0; k < DECIMATION; k++) fewer[i] = fewer[i]! + samples[i * DECIMATION + k]! / DECIMATION
  }
  const pitches = estimatePitch({ sampleRate: sampleRate / DECIMATION, samples: fewer })
  const track = pitches.map((hz) => 12 * Math.log2(hz / 100))
  return track.map((height, i) => {
    const isNear = (other = Number.NaN) => Math.abs(height - other) <= LARGEST_STEP
    return isNear(track[i - 1]) && isNear(track[i + 1]) ? height : Number.NaN
  })
}

/** How far a track rises to its end from its lowest point: the end is the median of the last voiced 50 ms. */
export function finalRise(track: readonly number[]): number {
  const all = voiced(track)
  // In creaky voice the tracker takes every second period: an octave too low.
  const lowest = medianOf(all) - OCTAVE_ERROR
  const heights = all.filter((height) => height > lowest)
  return medianOf(heights.slice(-END_FRAMES)) - Math.min(...heights)
}

/** Standard deviation of the voiced frames. */
export function spreadOf(track: readonly number[]): number {
  const heights = voiced(track)
  const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length
  return Math.sqrt(heights.reduce((sum, height) => sum + (height - mean) ** 2, 0) / heights.length)
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function voiced(track: readonly number[]): readonly number[] {
  return track.filter((height) => Number.isFinite(height))
}
