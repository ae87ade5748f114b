import type { PcmAudio } from '../pcm-audio.ts'
import { multiplySamples } from '../samples/multiply-samples.ts'
import { limitingFactors } from './limiting-factors.ts'

/**
 * Reduces the level around peaks above -1 dBTP, including peaks between samples. All other samples stay unchanged. Audio without
 * such peaks is returned as it is.
 */
export function limitPeaks(audio: PcmAudio): Float32Array {
  const factors = limitingFactors(audio)
  return factors === undefined ? audio.samples : multiplySamples(audio.samples, factors)
}
