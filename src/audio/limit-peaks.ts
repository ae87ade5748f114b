import type { PcmAudio } from './pcm-audio.ts'
import { PeakLimiter } from './peak-limiter.ts'

/** Turns the level down around peaks above -1 dBTP, as `PeakLimiter` does. Audio without such peaks is returned as it is. */
export function limitPeaks({ samples, sampleRate }: PcmAudio): Float32Array {
  const limiter = new PeakLimiter(sampleRate)
  const [start, end] = [limiter.push(samples), limiter.finish()]
  if (!limiter.hasLimited) return samples
  const limited = new Float32Array(samples.length)
  limited.set(start)
  limited.set(end, start.length)
  return limited
}
