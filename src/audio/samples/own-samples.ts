import { ownsMemory } from './owns-memory.ts'

/** Returns samples whose whole buffer may be transferred: the same array, or a copy if it is part of a larger buffer. */
export function ownSamples(samples: Float32Array): Float32Array<ArrayBuffer> {
  return ownsMemory(samples) ? (samples as Float32Array<ArrayBuffer>) : samples.slice()
}
