import type { Pace } from '../../speech-engine.ts'
import type { SpeechTimeline, TimelinePause } from './speech-timeline.ts'

/** Frames from `from` to before `to`. */
export type FrameRange = { readonly from: number; readonly to: number }

/** About half a second. */
const SMALLEST = 40
/**
 * Each chunk costs the vocoder's context again. A reader wants to hear something soon, and then chunks that grow fast, so that each takes a
 * fraction of the time that the one before it plays, up to 2.8 s, so that others get their turn. If nobody listens, a chunk
 * only bounds memory and the wait for an abort.
 */
const SIZES: Readonly<Record<Pace, { readonly first: number; readonly largest: number }>> = {
  engine: { first: 640, largest: 640 },
  reader: { first: SMALLEST, largest: 240 },
}
const GROWTH = 4

/**
 * Cuts a segment into chunks that, for a reader, start small and grow. A pause is never cut, nor a frame beside it, where
 * sounds fade; and nothing small is left at the end, for which the last chunk is larger or, for a reader, the last two share.
 */
export function chunkFrames({ firstFrame, endFrame, pauses }: SpeechTimeline, pace: Pace): readonly FrameRange[] {
  const ranges: FrameRange[] = []
  const { first, largest } = SIZES[pace]
  let size = first
  for (let from = firstFrame; from < endFrame; size = Math.min(size * GROWTH, largest)) {
    const wanted = avoidPauses(from + size, from + size / 2, pauses)
    const leavesEnough = wanted + Math.max(size / 2, SMALLEST) <= endFrame
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

/** `frame`, or if it is inside a pause: before the pause, or behind it if that is before `earliest`. */
function avoidPauses(frame: number, earliest: number, pauses: readonly TimelinePause[]): number {
  const pause = pauses.find(({ fromFrame, endFrame }) => fromFrame - 1 < frame && frame < endFrame + 1)
  if (pause === undefined) return frame
  return pause.fromFrame - 1 >= earliest ? pause.fromFrame - 1 : pause.endFrame + 1
}
