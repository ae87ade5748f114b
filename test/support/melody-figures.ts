import type { PitchTrack } from './praat.ts'

/** A stretch of a recording, in seconds. */
export type SecondsRange = { readonly from: number; readonly to: number }

/** A voiced moment. */
export type PitchPoint = { readonly seconds: number; readonly semitones: number }

const END_SECONDS = 0.03
const FLIP_SECONDS = 0.1
const JUMP_SECONDS = 0.05

/** The voiced moments of a stretch, by default of all of the track. */
export function voicedPoints(track: PitchTrack, stretch: SecondsRange = { from: 0, to: 1e9 }): readonly PitchPoint[] {
  return track.semitones
    .map((semitones, i) => ({ seconds: track.startSeconds + i * track.stepSeconds, semitones }))
    .filter(({ seconds, semitones }) => semitones > -99 && seconds >= stretch.from && seconds < stretch.to)
}

/** How a word ends: semitones from its highest point to the median of its last voiced 30 ms, and its highest rise within the last 100 ms. */
export function measureEnd(points: readonly PitchPoint[]): { readonly fall: number; readonly flip: number } {
  const end = points.at(-1)!.seconds
  const after = (seconds: number) => points.filter((point) => point.seconds > end - seconds).map((p) => p.semitones)
  const fall = Math.max(...points.map(({ semitones }) => semitones)) - medianOf(after(END_SECONDS))
  let flip = 0
  let lowest = Number.POSITIVE_INFINITY
  for (const height of after(FLIP_SECONDS)) {
    lowest = Math.min(lowest, height)
    flip = Math.max(flip, height - lowest)
  }
  return { fall, flip }
}

/** Semitones from the mean of the points to the median of the last voiced 30 ms. */
export function endOverMean(points: readonly PitchPoint[]): number {
  const end = points.at(-1)!.seconds
  const last = points.filter(({ seconds }) => seconds > end - END_SECONDS).map(({ semitones }) => semitones)
  return medianOf(last) - meanOf(points.map(({ semitones }) => semitones))
}

/** The height that a twentieth of the points exceeds: a peak without the outliers of the tracker; undefined for no points. */
export function peakOf(points: readonly PitchPoint[]): number | undefined {
  return points.map(({ semitones }) => semitones).toSorted((a, b) => a - b)[Math.floor(points.length * 0.95)]
}

/** The line through a sentence's pitch. */
export type Trend = {
  /** Semitones a second. */
  readonly slope: number
  /** Semitones from the median of the last third of the voiced points to that of the first. */
  readonly thirds: number
  /** What is left without the line, of each point. */
  readonly residuals: readonly number[]
}

/** Fits a line to a sentence's pitch by least squares. */
export function measureTrend(points: readonly PitchPoint[]): Trend {
  const seconds = meanOf(points.map((point) => point.seconds))
  const mean = meanOf(points.map(({ semitones }) => semitones))
  const products = points.map((point) => (point.seconds - seconds) * (point.semitones - mean))
  const slope = sumOf(products) / sumOf(points.map((point) => (point.seconds - seconds) ** 2))
  const third = Math.floor(points.length / 3)
  const heights = points.map(({ semitones }) => semitones)
  return {
    slope,
    thirds: medianOf(heights.slice(0, third)) - medianOf(heights.slice(-third)),
    residuals: points.map((point) => point.semitones - mean - slope * (point.seconds - seconds)),
  }
}

/** The largest change within 50 ms without a break in the voice. */
export function largestJump({ semitones, stepSeconds }: PitchTrack): number {
  const steps = Math.round(JUMP_SECONDS / stepSeconds)
  const changes = semitones.map((height, i) => {
    const around = semitones.slice(i, i + steps + 1)
    return around.length > steps && around.every((other) => !Number.isNaN(other))
      ? Math.abs(around.at(-1)! - height)
      : 0
  })
  return Math.max(...changes)
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Root mean square. */
export function spreadOf(values: readonly number[]): number {
  return Math.sqrt(meanOf(values.map((value) => value ** 2)))
}
