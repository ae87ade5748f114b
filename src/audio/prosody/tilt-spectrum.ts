type TiltOptions = {
  readonly sampleRate: number
  /** Frequency in Hz at which half of the gain (in amplitude) is reached. */
  readonly cornerHz: number
  /** Amplitude factor far above the corner frequency, for each sample. */
  readonly factorAt: (sample: number) => number
}

/** A first-order high shelf whose gain may change from sample to sample. It adds or subtracts a part of the signal's upper band. */
export function tiltSpectrum(samples: Float32Array, { sampleRate, cornerHz, factorAt }: TiltOptions): Float32Array {
  const warped = Math.tan((Math.PI * Math.min(cornerHz, 0.45 * sampleRate)) / sampleRate)
  const feedback = (1 - warped) / (1 + warped)
  const feed = warped / (1 + warped)
  const result = new Float32Array(samples.length)
  let previous = 0
  let low = 0
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]!
    low = feed * (sample + previous) + feedback * low
    previous = sample
    result[i] = sample + (factorAt(i) - 1) * (sample - low)
  }
  return result
}
