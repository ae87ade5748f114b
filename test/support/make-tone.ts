/** A swept tone that never repeats, so that a shift shows: `length` samples with peaks of 0.5. */
export function makeTone(length: number, sampleRate: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => {
    const seconds = i / sampleRate
    return 0.5 * Math.sin(2 * Math.PI * (300 * seconds + 40 * seconds ** 2))
  })
}
