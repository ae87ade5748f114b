import { ownsMemory } from './owns-memory.ts'

/** Samples whose whole buffer may be transferred: the same ones, or a copy if they are part of a larger buffer. */
export function ownSamples(samples: Float32Array): Float32Array<ArrayBuffer> {
  return ownsMemory(samples) ? (samples as Float32Array<ArrayBuffer>) : samples.slice()
}
