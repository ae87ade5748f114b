/** Start of the first segment if it doubled like the others, in steps of 14-bit samples. */
const BIAS = 33
/** The largest magnitude of G.711, in steps of 14-bit samples. Louder samples are clipped to it. */
const LARGEST = 8158

/**
 * Encodes samples in [-1, 1] as mu-law, one byte each (ITU-T G.711, table 2a). The code is that of the decision interval that
 * contains the 16-bit sample. G.711 defines 14-bit samples; the two extra bits never cross a decision value.
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
