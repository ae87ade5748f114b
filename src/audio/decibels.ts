/** The amplitude factor of a gain in dB. */
export function decibelsToFactor(decibels: number): number {
  return 10 ** (decibels / 20)
}

/** Mean of the squared samples; 0 for an empty array. */
export function meanSquare(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length === 0 ? 0 : sum / samples.length
}
