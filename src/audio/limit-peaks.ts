import { joinSamples } from './join-samples.ts'
import type { PcmAudio } from './pcm-audio.ts'
import { PeakLimiter } from './peak-limiter.ts'

/** Turns the level down around peaks above -1 dBTP, as `PeakLimiter` does. Audio without such peaks is returned as it is. */
export function limitPeaks({ samples, sampleRate }: PcmAudio): Float32Array {
  const limiter = new PeakLimiter(sampleRate)
  const limited = [limiter.push(samples), limiter.finish()]
  return limiter.hasLimited ? joinSamples(limited) : samples
}
