import { ownsMemory } from './owns-memory.ts'

/** Samples whose whole memory may be given away: the same ones, or a copy where they are a part of something larger. */
export function ownSamples(samples: Float32Array): Float32Array<ArrayBuffer> {
  return ownsMemory(samples) ? (samples as Float32Array<ArrayBuffer>) : samples.slice()
}
