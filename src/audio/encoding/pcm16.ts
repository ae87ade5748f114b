/** 16-bit little-endian PCM of samples in [-1, 1]; what is outside is clipped. `readPcm16` gives back what came from 16 bits. */
export function formatPcm16(samples: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples.length * 2))
  for (let i = 0; i < samples.length; i++) {
    const value = Math.min(32767, Math.max(-32768, Math.round(samples[i]! * 32768)))
    view.setInt16(i * 2, value, true)
  }
  return new Uint8Array(view.buffer)
}

/** Samples of 16-bit little-endian PCM; a last odd byte is left out. */
export function readPcm16(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Float32Array(bytes.byteLength >> 1)
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(i * 2, true) / 32768
  return samples
}

/** The same as whole numbers from -32768 to 32767. */
export function readPcm16AsIntegers(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Int32Array(bytes.byteLength >> 1)
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(i * 2, true)
  return samples
}
