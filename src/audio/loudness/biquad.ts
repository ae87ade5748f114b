/** Coefficients of a second-order filter; `a0` is 1. */
export type Biquad = {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

/** A filter at work: it takes the next samples of a signal and returns as many. */
export type BiquadState = (samples: ArrayLike<number>) => Float64Array

/** Applies a biquad filter (transposed direct form II) in double precision. */
export function applyBiquad(samples: ArrayLike<number>, filter: Biquad): Float64Array {
  return createBiquad(filter)(samples)
}

/** The same for a signal that comes in pieces. */
export function createBiquad({ b0, b1, b2, a1, a2 }: Biquad): BiquadState {
  let first = 0
  let second = 0
  return (samples) => {
    const result = new Float64Array(samples.length)
    for (let i = 0; i < samples.length; i++) {
      const sample = samples[i]!
      const value = b0 * sample + first
      first = b1 * sample - a1 * value + second
      second = b2 * sample - a2 * value
      result[i] = value
    }
    return result
  }
}

/** Power gain of a filter at a frequency, as a factor. */
export function biquadPower(
  { b0, b1, b2, a1, a2 }: Biquad,
  { hertz, sampleRate }: { readonly hertz: number; readonly sampleRate: number },
): number {
  const angle = (2 * Math.PI * hertz) / sampleRate
  const [cos1, cos2, sin1, sin2] = [Math.cos(angle), Math.cos(2 * angle), Math.sin(angle), Math.sin(2 * angle)]
  const above = (b0 + b1 * cos1 + b2 * cos2) ** 2 + (b1 * sin1 + b2 * sin2) ** 2
  const below = (1 + a1 * cos1 + a2 * cos2) ** 2 + (a1 * sin1 + a2 * sin2) ** 2
  return above / below
}
