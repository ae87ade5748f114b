import type { Pace } from '../../speech-engine.ts'
import type { SpeechTimeline, TimelinePause } from './speech-timeline.ts'

/** Frames from `from` up to and excluding `to`. */
export type FrameRange = { readonly from: number; readonly to: number }

/** About half a second. */
const SMALLEST = 40
/**
 * Frames per chunk. Each chunk recomputes the vocoder's context. A reader wants the first sound soon, and then chunks that grow
 * fast. Each chunk should render in a fraction of the time that the previous one plays. Chunks are at most 2.8 s long, so that
 * other requests get their turn. If nobody listens, a chunk only limits memory and the time to abort.
 */
const SIZES: Readonly<Record<Pace, { readonly first: number; readonly largest: number }>> = {
  engine: { first: 640, largest: 640 },
  reader: { first: SMALLEST, largest: 240 },
}
const GROWTH = 4

/** Number of frames that the next chunk should have. */
export type WantedFrames = () => number

/** Chunk sizes if the caller requests none. Chunks for a reader start small and grow. */
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
 * Cuts a segment into chunks of about the wanted size, which is requested before each chunk. Pauses, and the frames next to them
 * in which sounds fade, are never cut. The last chunk is larger if only a small rest would be left.
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

/** Returns `frame` unless it is inside a pause. Then returns the frame before the pause, or after it if the one before is below `earliest`. */
function avoidPauses(frame: number, earliest: number, pauses: readonly TimelinePause[]): number {
  const pause = pauses.find(({ fromFrame, endFrame }) => fromFrame - 1 < frame && frame < endFrame + 1)
  if (pause === undefined) return frame
  return pause.fromFrame - 1 >= earliest ? pause.fromFrame - 1 : pause.endFrame + 1
}
