import { ownsMemory } from './owns-memory.ts'

/**
 * Frees the memory of samples that are alone in their buffer at once; the array is empty afterwards. A suspended generator keeps
 * a reference to its last value, so unused samples would stay in memory as long as it waits.
 */
export function releaseSamples(samples: Float32Array): void {
  if (ownsMemory(samples)) (samples.buffer as ArrayBuffer).transfer(0)
}
