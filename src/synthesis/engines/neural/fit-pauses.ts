import type { TimelinePause } from './speech-timeline.ts'

type FitOptions = {
  /** The frame of the first sample. */
  readonly fromFrame: number
  readonly frameSamples: number
  /** Those that lie inside the samples, in order. */
  readonly pauses: readonly TimelinePause[]
  /** How much of a pause's edges, in samples, may still sound. */
  readonly fade: number
}

/**
 * Gives each pause in `samples` its exact length: its edges fade within `fade` samples, and between them is silence
 * (rendered pauses have the recording room's noise, 60 dB below full scale). What lies around the pauses stays as it is.
 */
export function fitPauses(samples: Float32Array, { fromFrame, frameSamples, pauses, fade }: FitOptions): Float32Array {
  const parts: Float32Array[] = []
  let at = 0
  for (const pause of pauses) {
    const start = (pause.fromFrame - fromFrame) * frameSamples
    const end = (pause.endFrame - fromFrame) * frameSamples
    parts.push(samples.subarray(at, start), fitPause(samples.subarray(start, end), pause.samples, fade))
    at = end
  }
  parts.push(samples.subarray(at))
  return concatenate(parts)
}

/** `length` samples: the start of `pause` fading out, silence, and the end of `pause` fading in. */
function fitPause(pause: Float32Array, length: number, fade: number): Float32Array {
  const fitted = new Float32Array(length)
  const edge = Math.min(fade, length >> 1, pause.length >> 1)
  for (let i = 0; i < edge; i++) {
    const gain = 1 - (i + 0.5) / edge
    fitted[i] = pause[i]! * gain
    fitted[length - 1 - i] = pause[pause.length - 1 - i]! * gain
  }
  return fitted
}

function concatenate(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
