/** The memory of samples as bytes: 32-bit floats of this machine. */
export function bytesOfSamples({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
