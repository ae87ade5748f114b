/** Start of the first segment if it doubled like the others, in steps of 14-bit samples. */
const BIAS = 33
/** The largest magnitude of G.711: what is louder is said as loud. */
const LARGEST = 8158

/**
 * Mu-law of samples in [-1, 1], a byte each (ITU-T G.711, table 2a): the code of the interval of decision values that
 * holds the 16-bit sample. G.711 knows samples to 14 bits; the two bits below them never cross a decision value.
 */
export function formatMulaw(samples: Float32Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    const value = Math.min(32767, Math.max(-32768, Math.round(sample * 32768)))
    const magnitude = Math.min(LARGEST, Math.abs(value) >> 2) + BIAS
    const segment = 31 - Math.clz32(magnitude >> 5)
    const code = (segment << 4) | ((magnitude >> (segment + 1)) & 0xf)
    return ~((value < 0 ? 0x80 : 0) | code) & 0xff
  })
}
