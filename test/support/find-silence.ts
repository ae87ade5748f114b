import { meanSquare } from '../../src/audio/decibels.ts'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

/** Speech, and when its words are heard, in order. */
export type TimedAudio = {
  readonly audio: PcmAudio
  readonly times: readonly { readonly startSample: number; readonly endSample: number }[]
}

/** Between words and pauses, sounds may still end and begin. */
const EDGE_SECONDS = 0.005
/** Shorter pauses have no middle to measure. */
const SHORTEST_PAUSE_SECONDS = 0.05

/** How many samples in a row, at most, pass the test. */
export function longestRun(samples: Float32Array, passes: (sample: number) => boolean): number {
  let longest = 0
  let run = 0
  for (const sample of samples) {
    run = passes(sample) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/**
 * The noise of speech: the mean level of the loudest stretch in which nobody speaks, in dB of full scale; -Infinity for perfect
 * silence. Stretches are before the first word, between words, and after the last; their edges are excluded. It is what
 * audiobook publishers (ACX) call the noise floor, which they want below -60 dB.
 */
export function loudestPauseDb({ audio, times }: TimedAudio): number {
  const { samples, sampleRate } = audio
  const edge = Math.round(EDGE_SECONDS * sampleRate)
  const ends = [0, ...times.map(({ endSample }) => endSample)]
  const pauses = ends.map((end, i) => ({ from: end, to: times[i]?.startSample ?? samples.length }))
  const levels = pauses
    .filter(({ from, to }) => to - from >= SHORTEST_PAUSE_SECONDS * sampleRate)
    .map(({ from, to }) => meanSquare(samples.subarray(from + edge, to - edge)))
  return 10 * Math.log10(Math.max(0, ...levels))
}
