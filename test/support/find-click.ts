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
  const bends = bendsOf(samples)
  const reach = Math.round(REACH_SECONDS * sampleRate)
  const self = Math.round(SELF_SECONDS * sampleRate)
  let click: Click | undefined
  for (let i = 0; i < bends.length; i++) {
    const bend = bends[i]!
    if (bend < FAINTEST || isLessThan(bend, bends, i)) continue
    // With a neighbour as large as this, it is no sharper than the sharpest so far.
    const enough = click === undefined ? Number.POSITIVE_INFINITY : bend / click.sharpness
    const before = largest(bends, { from: Math.max(0, i - reach), to: Math.max(0, i - self), enough })
    if (before >= enough) continue
    const after = largest(bends, { from: i + self + 1, to: Math.min(bends.length, i + reach + 1), enough })
    const sharpness = bend / Math.max(before, after, FAINTEST / 10)
    if (click === undefined || sharpness > click.sharpness) click = { seconds: i / sampleRate, sharpness }
  }
  return click
}

/** Size of the second difference at each sample. */
function bendsOf(samples: Float32Array): Float32Array {
  const bends = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++)
    bends[i] = Math.abs((samples[i - 1] ?? 0) - 2 * samples[i]! + (samples[i + 1] ?? 0))
  return bends
}

function isLessThan(bend: number, bends: Float32Array, at: number): boolean {
  return bend < (bends[at - 1] ?? 0) || bend < (bends[at + 1] ?? 0)
}

type Range = { readonly from: number; readonly to: number; readonly enough: number }

/** The largest value from one place to before another, or the first that is large enough. */
function largest(values: Float32Array, { from, to, enough }: Range): number {
  let most = 0
  for (let i = from; i < to; i++) {
    if (values[i]! > most) most = values[i]!
    if (most >= enough) return most
  }
  return most
}
