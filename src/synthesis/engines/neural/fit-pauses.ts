import { joinSamples } from '../../../audio/samples/join-samples.ts'
import type { TimelinePause } from './speech-timeline.ts'

type FitOptions = {
  /** The place of the first sample among all that are rendered. */
  readonly from: number
  /** Those that are inside the samples, in order. */
  readonly pauses: readonly TimelinePause[]
  /** How much of a pause's edges, in samples, may still sound. */
  readonly fade: number
}

/**
 * Gives each pause in `samples` its exact length: its edges fade within `fade` samples, and between them is silence
 * (rendered pauses have the recording room's noise, 60 dB below full scale). What is around stays as it is.
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

/** Lets the first samples rise from silence, in place. */
export function fadeIn(samples: Float32Array, length: number): void {
  const end = Math.min(length, samples.length)
  for (let i = 0; i < end; i++) samples[i] = (samples[i]! * (i + 0.5)) / end
}

/** Lets the last samples fall to silence, in place. */
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
