import type { Pace } from '../../speech-engine.ts'
import type { SpeechTimeline, TimelinePause } from './speech-timeline.ts'

/** Frames from `from` to before `to`. */
export type FrameRange = { readonly from: number; readonly to: number }

/** About half a second: short enough to be heard soon. */
const FIRST_FRAMES = 40
/**
 * Each chunk costs the vocoder's context again, so chunks grow fast: a chunk takes a fraction of the time that the one before
 * it plays. The largest bounds memory and the wait for an abort; for a reader who sets the pace it is about 1.4 s.
 */
const GROWTH = 4
const LARGEST_FRAMES: Readonly<Record<Pace, number>> = { engine: 640, reader: 120 }

/**
 * Cuts a segment into chunks that start small and grow. A pause is never cut, nor a frame beside it, where sounds fade; and
 * nothing small is left at the end, for which the last chunk is larger or, where a reader sets the pace, the last two share.
 */
export function chunkFrames({ firstFrame, endFrame, pauses }: SpeechTimeline, pace: Pace): readonly FrameRange[] {
  const ranges: FrameRange[] = []
  const largest = LARGEST_FRAMES[pace]
  let size = FIRST_FRAMES
  for (let from = firstFrame; from < endFrame; size = Math.min(size * GROWTH, largest)) {
    const wanted = avoidPauses(from + size, from + size / 2, pauses)
    const leavesEnough = wanted + Math.max(size / 2, FIRST_FRAMES) <= endFrame
    const rest = endFrame - from
    const half = Math.ceil(rest / 2)
    const mayTakeAll = pace === 'engine' || rest <= largest
    const shared = mayTakeAll ? endFrame : avoidPauses(from + half, from + half / 2, pauses)
    const to = leavesEnough ? wanted : Math.min(shared, endFrame)
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
