/** Whether samples have their memory to themselves, so that it may be given away or freed with them. */
export function ownsMemory({ buffer, byteLength }: Float32Array): boolean {
  return buffer instanceof ArrayBuffer && byteLength === buffer.byteLength
}
