import type { PcmAudio } from '../pcm-audio.ts'
import { multiplySamples } from '../samples/multiply-samples.ts'
import { limitingFactors } from './limiting-factors.ts'

/**
 * Turns the level down around peaks above -1 dBTP, also around those between the samples; everything else stays as it is.
 * Audio without such peaks is returned as it came.
 */
export function limitPeaks(audio: PcmAudio): Float32Array {
  const factors = limitingFactors(audio)
  return factors === undefined ? audio.samples : multiplySamples(audio.samples, factors)
}
