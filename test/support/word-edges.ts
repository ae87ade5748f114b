import { meanSquare } from '../../src/audio/decibels.ts'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

const FRAME_SECONDS = 0.005
const BURST_SECONDS = 0.08

/** Levels of a word at the edge of a pause, in dB relative to the whole recording. */
export type WordEdge = {
  /** Level of the last 5 ms of the word. */
  readonly cutDb: number
  /** The largest rise of the level, from one 5 ms to later ones, within the last 80 ms; only of what is above -40 dB then. */
  readonly burstDb: number
}

/** Measures the end of a word, `endSample`, before a pause. */
export function measureWordEdge({ samples, sampleRate }: PcmAudio, endSample: number): WordEdge {
  const frame = Math.round(FRAME_SECONDS * sampleRate)
  const whole = meanSquare(samples)
  const levels = Array.from({ length: Math.round(BURST_SECONDS / FRAME_SECONDS) }, (_, i) => {
    const from = endSample - (i + 1) * frame
    return 10 * Math.log10(meanSquare(samples.subarray(from, from + frame)) / whole + 1e-9)
  }).reverse()
  let [lowest, burstDb] = [Number.POSITIVE_INFINITY, 0]
  for (const level of levels) {
    lowest = Math.min(lowest, level)
    if (level > -40) burstDb = Math.max(burstDb, level - Math.max(lowest, -60))
  }
  return { cutDb: levels.at(-1)!, burstDb }
}
