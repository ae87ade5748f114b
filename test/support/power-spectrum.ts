/** Powers of the bins 0 to n/2 of n samples, n a power of two, by the radix-2 transform of Cooley and Tukey. */
export function powerSpectrum(samples: Float64Array): Float64Array {
  const n = samples.length
  const real = new Float64Array(n)
  const imaginary = new Float64Array(n)
  for (let i = 0, reversed = 0; i < n; i++) {
    real[reversed] = samples[i]!
    let bit = n >> 1
    for (; reversed & bit; bit >>= 1) reversed ^= bit
    reversed |= bit
  }
  for (let size = 2; size <= n; size *= 2) combineHalves(real, imaginary, size)
  return Float64Array.from({ length: n / 2 + 1 }, (_, bin) => real[bin]! ** 2 + imaginary[bin]! ** 2)
}

/** Makes transforms of `size` out of pairs of half that size, in place. */
function combineHalves(real: Float64Array, imaginary: Float64Array, size: number): void {
  const half = size / 2
  for (let k = 0; k < half; k++) {
    const angle = (-2 * Math.PI * k) / size
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
    for (let low = k; low < real.length; low += size) {
      const high = low + half
      const re = real[high]! * cosine - imaginary[high]! * sine
      const im = real[high]! * sine + imaginary[high]! * cosine
      real[high] = real[low]! - re
      imaginary[high] = imaginary[low]! - im
      real[low]! += re
      imaginary[low]! += im
    }
  }
}
