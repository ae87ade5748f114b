import type { FramePlan } from './frame-plan.ts'
import type { TokenScript } from './token-script.ts'

/** A pause as rendered, and how long it has to be. */
export type TimelinePause = {
  readonly fromFrame: number
  readonly endFrame: number
  /** Exactly this long in the audio. */
  readonly samples: number
}

/** A word in the audio: `endFrame` says when it is rendered, the samples when it is heard. */
type TimelineWord = { readonly endFrame: number; readonly startSample: number; readonly endSample: number }

/** Where a segment's frames come to lie in its audio, which begins with the first word. */
export type SpeechTimeline = {
  readonly firstFrame: number
  readonly endFrame: number
  readonly words: readonly TimelineWord[]
  /** In order; the last one ends the segment. */
  readonly pauses: readonly TimelinePause[]
}

/** The timeline of a segment: frames are whole, pauses are exact to the sample, and the words between them move along. */
export function planTimeline(script: TokenScript, { starts }: FramePlan, frameSamples: number): SpeechTimeline {
  const firstFrame = starts[1]!
  const words: TimelineWord[] = []
  const pauses: TimelinePause[] = []
  let gained = 0
  for (const { firstToken, endToken, pauseSamples } of script.words) {
    const endFrame = starts[endToken]!
    const sampleOf = (frame: number) => (frame - firstFrame) * frameSamples + gained
    words.push({ endFrame, startSample: sampleOf(starts[firstToken]!), endSample: sampleOf(endFrame) })
    // Each word's boundary is the token after it.
    const pauseFrames = starts[endToken + 1]! - endFrame
    if (pauseFrames > 0) pauses.push({ fromFrame: endFrame, endFrame: endFrame + pauseFrames, samples: pauseSamples })
    gained += pauseSamples - pauseFrames * frameSamples
  }
  return { firstFrame, endFrame: starts.at(-1)!, words, pauses }
}

/** How many samples a timeline lasts. */
export function timelineLength({ firstFrame, endFrame, pauses }: SpeechTimeline, frameSamples: number): number {
  const gained = pauses.reduce(
    (sum, pause) => sum + pause.samples - (pause.endFrame - pause.fromFrame) * frameSamples,
    0,
  )
  return (endFrame - firstFrame) * frameSamples + gained
}
