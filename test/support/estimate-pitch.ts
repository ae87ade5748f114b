import type { PcmAudio } from '../../src/audio/pcm-audio.ts'

const FRAME_SECONDS = 0.04
const HOP_SECONDS = 0.01
const VOICED = 0.75

export type PitchRange = { readonly lowestHz?: number; readonly highestHz?: number }

/**
 * The fundamental in Hz every 10 ms, 0 if the sound is not voiced. The first strong peak of the normalised
 * autocorrelation, refined by a parabola.
 */
export function estimatePitch(
  { samples, sampleRate }: PcmAudio,
  { lowestHz = 60, highestHz = 600 }: PitchRange = {},
): readonly number[] {
  const frame = Math.round(FRAME_SECONDS * sampleRate)
  const hop = Math.round(HOP_SECONDS * sampleRate)
  const longest = Math.ceil(sampleRate / lowestHz)
  const shortest = Math.floor(sampleRate / highestHz)
  const pitches: number[] = []
  for (let start = 0; start + frame + longest < samples.length; start += hop) {
    pitches.push(framePitch(samples.subarray(start, start + frame + longest), { frame, shortest, sampleRate }))
  }
  return pitches
}

function framePitch(
  samples: Float32Array,
  { frame, shortest, sampleRate }: { readonly frame: number; readonly shortest: number; readonly sampleRate: number },
) {
  const energies = sumSquares(samples)
  const energyFrom = (start: number): number => energies[start + frame]! - energies[start]!
  const here = energyFrom(0)
  const likeness = Array.from({ length: samples.length - frame }, (_, lag) => {
    if (lag < shortest - 1) return 0
    const energy = here * energyFrom(lag)
    return energy < 1e-9 ? 0 : correlate(samples, { lag, frame }) / Math.sqrt(energy)
  })
  const best = Math.max(...likeness.slice(shortest))
  if (best < VOICED) return 0
  const isPeak = (lag: number) =>
    likeness[lag]! > 0.9 * best && likeness[lag]! >= likeness[lag - 1]! && likeness[lag]! > (likeness[lag + 1] ?? 0)
  const lag = likeness.findIndex((_, index) => index >= shortest && isPeak(index))
  if (lag < 0 || lag + 1 >= likeness.length) return 0
  const [before, peak, after] = [likeness[lag - 1]!, likeness[lag]!, likeness[lag + 1]!]
  return sampleRate / (lag + (before - after) / (2 * (before - 2 * peak + after)))
}

/** The sum of the squares of all samples before each. */
function sumSquares(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1)
  for (const [i, sample] of samples.entries()) sums[i + 1] = sums[i]! + sample * sample
  return sums
}

function correlate(samples: Float32Array, { lag, frame }: { readonly lag: number; readonly frame: number }): number {
  let product = 0
  for (let i = 0; i < frame; i++) product += samples[i]! * samples[i + lag]!
  return product
}
