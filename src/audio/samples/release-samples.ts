import { ownsMemory } from './owns-memory.ts'

/**
 * Frees samples that have their memory to themselves, at once: the array is empty from then on. A generator that waits holds
 * on to what it last gave, so samples that nobody needs any more would wait in memory with it.
 */
export function releaseSamples(samples: Float32Array): void {
  if (ownsMemory(samples)) (samples.buffer as ArrayBuffer).transfer(0)
}
