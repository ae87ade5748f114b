/** A second-order filter; `a0` is 1. */
export type Biquad = {
  readonly b0: number
  readonly b1: number
  readonly b2: number
  readonly a1: number
  readonly a2: number
}

/** The samples after a biquad filter (transposed direct form II), in double precision. */
export function applyBiquad(samples: ArrayLike<number>, { b0, b1, b2, a1, a2 }: Biquad): Float64Array {
  const result = new Float64Array(samples.length)
  let first = 0
  let second = 0
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]!
    const value = b0 * sample + first
    first = b1 * sample - a1 * value + second
    second = b2 * sample - a2 * value
    result[i] = value
  }
  return result
}
