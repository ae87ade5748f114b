import type { PcmAudio } from '../pcm-audio.ts'
import { weightLoudness } from './k-weighting.ts'

const BLOCK_SECONDS = 0.4
/** From the start of one block to the next; blocks overlap by three quarters. */
const STEP_SECONDS = 0.1
const ABSOLUTE_GATE = -70
/** In dB, relative to the loudness of the blocks that pass the absolute gate. */
const RELATIVE_GATE = -10

/**
 * The integrated loudness of mono audio in LUFS. It is gated as in ITU-R BS.1770-4, so silence and pauses do not count. Audio
 * shorter than 0.4 s counts as one block. -Infinity if nothing is louder than -70 LUFS.
 */
export function measureLoudness(audio: PcmAudio): number {
  return gateLoudness(blockPowers(audio))
}

/** The loudness in LUFS of blocks with these mean powers, gated as in ITU-R BS.1770-4. */
export function gateLoudness(blocks: readonly number[]): number {
  const powers = blocks.filter((power) => toLoudness(power) > ABSOLUTE_GATE)
  const gate = toLoudness(mean(powers)) + RELATIVE_GATE
  return toLoudness(mean(powers.filter((power) => toLoudness(power) > gate)))
}

function toLoudness(power: number): number {
  return -0.691 + 10 * Math.log10(power)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Mean square of each block of the K-weighted signal. */
function blockPowers(audio: PcmAudio): readonly number[] {
  const { sampleRate } = audio
  const weighted = weightLoudness(audio)
  const step = Math.round(STEP_SECONDS * sampleRate)
  const block = Math.min(Math.round(BLOCK_SECONDS * sampleRate), weighted.length)
  const powers: number[] = []
  for (let start = 0; block > 0 && start + block <= weighted.length; start += step) {
    let sum = 0
    for (let i = start; i < start + block; i++) sum += weighted[i]! ** 2
    powers.push(sum / block)
  }
  return powers
}
