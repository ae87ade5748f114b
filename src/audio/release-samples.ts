/**
 * Frees samples that have their memory to themselves, at once: the array is empty from then on. A generator that waits holds
 * on to what it last gave, so samples that nobody needs any more would wait in memory with it.
 */
export function releaseSamples({ buffer, byteLength }: Float32Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
