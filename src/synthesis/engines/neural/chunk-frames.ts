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

/** Number of frames that the next chunk should have. */
export type WantedFrames = () => number

/** What a chunk has at a pace if nobody wants anything else: chunks for a reader start small and grow. */
export function framesByPace(pace: Pace): WantedFrames {
  const { first, largest } = SIZES[pace]
  let next = first
  return () => {
    const size = next
    next = Math.min(size * GROWTH, largest)
    return size
  }
}

/**
 * Cuts a segment into chunks of about the wanted size, which is asked for before each. A pause is never cut, nor a frame beside it, where
 * sounds fade; and nothing small is left at the end, for which the last chunk is larger.
 */
export function* chunkFrames(
  { firstFrame, endFrame, pauses }: SpeechTimeline,
  wantedFrames: WantedFrames,
): Generator<FrameRange> {
  for (let from = firstFrame; from < endFrame; ) {
    const size = Math.max(SMALLEST, wantedFrames())
    const wanted = avoidPauses(from + size, from + size / 2, pauses)
    const leavesEnough = wanted + Math.max(size / 2, SMALLEST) <= endFrame
    const to = leavesEnough ? wanted : endFrame
    yield { from, to }
    from = to
  }
}

/** `frame`, or if it is inside a pause: before the pause, or behind it if that is before `earliest`. */
function avoidPauses(frame: number, earliest: number, pauses: readonly TimelinePause[]): number {
  const pause = pauses.find(({ fromFrame, endFrame }) => fromFrame - 1 < frame && frame < endFrame + 1)
  if (pause === undefined) return frame
  return pause.fromFrame - 1 >= earliest ? pause.fromFrame - 1 : pause.endFrame + 1
}
