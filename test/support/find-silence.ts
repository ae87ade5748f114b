import { meanSquare } from '../../src/audio/decibels.ts'
import type { SpokenText } from './speak-text.ts'

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

/** Mean level of the loudest pause after a word, without its edges, in dB of full scale; -Infinity for perfect silence. */
export function loudestPauseDb({ audio, times }: SpokenText): number {
  const { samples, sampleRate } = audio
  const edge = Math.round(EDGE_SECONDS * sampleRate)
  let loudest = 0
  for (const [i, { endSample }] of times.entries()) {
    const nextStart = times[i + 1]?.startSample ?? samples.length
    if (nextStart - endSample < SHORTEST_PAUSE_SECONDS * sampleRate) continue
    loudest = Math.max(loudest, meanSquare(samples.subarray(endSample + edge, nextStart - edge)))
  }
  return 10 * Math.log10(loudest)
}
