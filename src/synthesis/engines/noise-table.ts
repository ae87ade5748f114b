/** Number of samples: 24 s at 22.05 kHz, after which the noise repeats. */
export const NOISE_LENGTH = 2 ** 19

/**
 * White noise with a normal distribution, identical in every process: xorshift32 (Marsaglia, "Xorshift RNGs", 2003) and the
 * Box-Muller transform. All segments use the same noise, so it is generated once.
 */
export function createNoiseTable(): Float32Array {
  const uniform = createUniformSource()
  return Float32Array.from(
    { length: NOISE_LENGTH },
    () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  )
}

/** As many numbers with a uniform distribution between 0 and 1, also identical in every process. */
export function createUniformTable(): Float32Array {
  return Float32Array.from({ length: NOISE_LENGTH }, createUniformSource())
}

function createUniformSource(): () => number {
  let state = 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) + 0.5) / 2 ** 32
  }
}

/** Fills `target` with samples of the repeating noise, starting at sample `from`. */
export function copyNoise(noise: Float32Array, from: number, target: Float32Array): void {
  for (let done = 0; done < target.length; ) {
    const start = (from + done) % noise.length
    const part = noise.subarray(start, start + target.length - done)
    target.set(part, done)
    done += part.length
  }
}
