/** True if the samples are alone in their buffer, so that it may be transferred or freed with them. */
export function ownsMemory({ buffer, byteLength }: Float32Array): boolean {
  return buffer instanceof ArrayBuffer && byteLength === buffer.byteLength
}
