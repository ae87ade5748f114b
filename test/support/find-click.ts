import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

/** The sharpest bend of a signal against its neighbourhood. */
export type Click = {
  readonly seconds: number
  /** How many times sharper than the sharpest of its neighbourhood. */
  readonly sharpness: number
}

/** Bends below this are not heard as clicks: 46 dB under full scale. */
const FAINTEST = 0.005
/** The neighbourhood holds a period of the lowest voices on either side. */
const REACH_SECONDS = 0.02
/** Samples this close belong to the bend itself. */
const SELF_SECONDS = 0.0005

/**
 * Looks for the most lonely bend (second difference) in audio. Pulses of a voice and bursts of plosives bend the signal too, but have their
 * like within 20 ms; a cut or a lost sample has not. Undefined if no bend is loud enough to be heard.
 */
export function findClick({ samples, sampleRate }: PcmAudio): Click | undefined {
  const bends = samples.map((sample, i) => Math.abs((samples[i - 1] ?? 0) - 2 * sample + (samples[i + 1] ?? 0)))
  const reach = Math.round(REACH_SECONDS * sampleRate)
  const self = Math.round(SELF_SECONDS * sampleRate)
  let click: Click | undefined
  for (const [i, bend] of bends.entries()) {
    if (bend < FAINTEST || isLessThan(bend, bends, i)) continue
    const before = largest(bends.subarray(Math.max(0, i - reach), Math.max(0, i - self)))
    const after = largest(bends.subarray(i + self + 1, i + reach + 1))
    const sharpness = bend / Math.max(before, after, FAINTEST / 10)
    if (click === undefined || sharpness > click.sharpness) click = { seconds: i / sampleRate, sharpness }
  }
  return click
}

function isLessThan(bend: number, bends: Float32Array, at: number): boolean {
  return bend < (bends[at - 1] ?? 0) || bend < (bends[at + 1] ?? 0)
}

function largest(values: Float32Array): number {
  let most = 0
  for (const value of values) most = Math.max(most, value)
  return most
}
