/** A swept tone that never repeats, so that a shift shows: `length` samples with peaks of 0.5. */
export function makeTone(length: number, sampleRate: number): Float32Array {
  const samples = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const seconds = i / sampleRate
    samples[i] = 0.5 * Math.sin(2 * Math.PI * (300 * seconds + 40 * seconds ** 2))
  }
  return samples
}
