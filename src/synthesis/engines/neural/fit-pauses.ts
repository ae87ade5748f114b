import { joinSamples } from '../../../audio/samples/join-samples.ts'
import type { TimelinePause } from './speech-timeline.ts'

type FitOptions = {
  /** Position of the first sample within all rendered samples. */
  readonly from: number
  /** The pauses within the samples, in order. */
  readonly pauses: readonly TimelinePause[]
  /** Number of samples at each edge of a pause that may still sound. */
  readonly fade: number
}

/**
 * Gives each pause in `samples` its exact length. Its edges fade within `fade` samples, with silence between them: rendered
 * pauses have the noise of the recording room, 60 dB below full scale. All other samples stay the same.
 */
export function fitPauses(samples: Float32Array, { from, pauses, fade }: FitOptions): Float32Array {
  const parts: Float32Array[] = []
  let at = 0
  for (const { fromSample, endSample, samples: length } of pauses) {
    const [start, end] = [fromSample - from, endSample - from]
    parts.push(samples.subarray(at, start), fitPause(samples.subarray(start, end), length, fade))
    at = end
  }
  parts.push(samples.subarray(at))
  return joinSamples(parts)
}

/** Fades in the first `length` samples in place. */
export function fadeIn(samples: Float32Array, length: number): void {
  const end = Math.min(length, samples.length)
  for (let i = 0; i < end; i++) samples[i] = (samples[i]! * (i + 0.5)) / end
}

/** Fades out the last `length` samples in place. */
export function fadeOut(samples: Float32Array, length: number): void {
  const end = Math.min(length, samples.length)
  for (let i = 0; i < end; i++) {
    const at = samples.length - 1 - i
    samples[at] = (samples[at]! * (i + 0.5)) / end
  }
}

/** `length` samples: the start of `pause` fading out, silence, and the end of `pause` fading in. */
function fitPause(pause: Float32Array, length: number, fade: number): Float32Array {
  const fitted = new Float32Array(length)
  const edge = Math.min(fade, length >> 1, pause.length >> 1)
  fitted.set(pause.subarray(0, edge))
  fitted.set(pause.subarray(pause.length - edge), length - edge)
  fadeOut(fitted.subarray(0, edge), edge)
  fadeIn(fitted.subarray(length - edge), edge)
  return fitted
}
