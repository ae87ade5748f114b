/** Below this a sample passes as it is. */
const KNEE = 0.8

/**
 * Brings samples into (-1, 1), in place: what is above the knee is bent by a hyperbolic tangent, which meets the straight part with
 * the same slope. It has no memory, so that chunks join; loud vowels cross the knee only for single peaks.
 */
export function bendPeaks(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!
    const over = Math.abs(x) - KNEE
    if (over > 0) samples[i] = Math.sign(x) * (KNEE + (1 - KNEE) * Math.tanh(over / (1 - KNEE)))
  }
}
