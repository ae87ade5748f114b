/** Even bits of a code are inverted on the line (ITU-T G.711, section 3). */
const EVEN_BITS = 0x55
const POSITIVE = 0x80

/**
 * Encodes samples in [-1, 1] as A-law, one byte each (ITU-T G.711, table 1a). The code is that of the decision interval that
 * contains the 16-bit sample. G.711 defines 13-bit samples; the three extra bits never cross a decision value.
 */
export function formatAlaw(samples: Float32Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    const value = Math.min(32767, Math.max(-32768, Math.round(sample * 32768)))
    // The magnitude of a negative sample is its ones' complement, so both signs have as many steps.
    const magnitude = (value < 0 ? ~value : value) >> 4
    const shift = Math.max(0, 27 - Math.clz32(magnitude))
    const code = shift === 0 ? magnitude : ((shift + 1) << 4) | ((magnitude >> shift) & 0xf)
    return (code | (value < 0 ? 0 : POSITIVE)) ^ EVEN_BITS
  })
}
