import type { SpeechTimeline, TimelinePause } from './speech-timeline.ts'

/** Frames from `from` to before `to`. */
export type FrameRange = { readonly from: number; readonly to: number }

/** About half a second: short enough to be heard soon. */
const FIRST_FRAMES = 40
/**
 * Each chunk costs the vocoder's context again, so chunks grow fast: a chunk takes a fraction of the time that the one before
 * it plays. The largest bounds memory and the wait for an abort.
 */
const GROWTH = 4
const LARGEST_FRAMES = 640

/**
 * Cuts a segment into chunks that start small and grow. A pause is never cut, nor a frame beside it, where sounds fade; and nothing
 * small is left at the end.
 */
export function chunkFrames({ firstFrame, endFrame, pauses }: SpeechTimeline): readonly FrameRange[] {
  const ranges: FrameRange[] = []
  let size = FIRST_FRAMES
  for (let from = firstFrame; from < endFrame; size = Math.min(size * GROWTH, LARGEST_FRAMES)) {
    const wanted = avoidPauses(from + size, from + size / 2, pauses)
    const to = wanted + Math.max(size / 2, FIRST_FRAMES) > endFrame ? endFrame : wanted
    ranges.push({ from, to })
    from = to
  }
  return ranges
}

/** `frame`, or where it is inside a pause: before the pause, or behind it where that is before `earliest`. */
function avoidPauses(frame: number, earliest: number, pauses: readonly TimelinePause[]): number {
  const pause = pauses.find(({ fromFrame, endFrame }) => fromFrame - 1 < frame && frame < endFrame + 1)
  if (pause === undefined) return frame
  return pause.fromFrame - 1 >= earliest ? pause.fromFrame - 1 : pause.endFrame + 1
}
