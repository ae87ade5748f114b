import type { TokenPlaces } from './frame-plan.ts'
import type { TokenScript } from './token-script.ts'

/** A pause as rendered, and its required length. Rendered samples are counted from frame 0. */
export type TimelinePause = {
  /** The frames that overlap the pause. */
  readonly fromFrame: number
  readonly endFrame: number
  /** The range of rendered samples that the pause replaces. */
  readonly fromSample: number
  readonly endSample: number
  /** Exact length of the pause in the audio. */
  readonly samples: number
}

/** A word in the audio. `endFrame` is the frame by which it is rendered; the samples are the range in which it is heard. */
type TimelineWord = { readonly endFrame: number; readonly startSample: number; readonly endSample: number }

/** The position of a segment's frames in its audio, which begins with the first word. */
export type SpeechTimeline = {
  readonly firstFrame: number
  readonly endFrame: number
  readonly words: readonly TimelineWord[]
  /** In order; the last one ends the segment. */
  readonly pauses: readonly TimelinePause[]
}

/** Fricatives. The alignments from which the networks learnt durations place their start one frame late. */
const FRICATIVE = /^(?:F|V|TH|DH|S|Z|SH|ZH|HH|CH|JH)$/

/**
 * The timeline of a segment. Words and pauses last exactly as long as requested, to the sample: the audio is cut or extended at
 * the pauses. Within a phrase, sounds are rendered in whole frames, within half a frame of their times.
 */
export function planTimeline(
  script: Pick<TokenScript, 'tokens' | 'words'>,
  { starts, times }: TokenPlaces,
  frameSamples: number,
): SpeechTimeline {
  const firstFrame = starts[1]!
  const endFrame = starts.at(-1)!
  const words: TimelineWord[] = []
  const pauses: TimelinePause[] = []
  const renderedAt = (time: number) => Math.round(time * frameSamples)
  let gained = -firstFrame * frameSamples
  for (const [i, { firstToken, endToken, pauseSamples }] of script.words.entries()) {
    const fromSample = renderedAt(times[endToken]!)
    const before = words.at(-1)
    const followsWord = before !== undefined && script.words[i - 1]!.pauseSamples === 0
    const early = followsWord && FRICATIVE.test(script.tokens[firstToken]!) ? frameSamples : 0
    const dueSample = renderedAt(times[firstToken]!) + gained - early
    const startSample = Math.max(dueSample, (before?.startSample ?? -1) + 1)
    if (early > 0) words[words.length - 1] = { ...before!, endSample: startSample }
    const wordEndFrame = Math.ceil(fromSample / frameSamples)
    words.push({ endFrame: wordEndFrame, startSample, endSample: Math.max(fromSample + gained, startSample + 1) })
    // Each word's boundary is the token after it.
    if (starts[endToken + 1] === starts[endToken]) continue
    const isLast = i === script.words.length - 1
    const endSample = isLast ? endFrame * frameSamples : renderedAt(times[endToken + 1]!)
    pauses.push({
      fromFrame: Math.floor(fromSample / frameSamples),
      endFrame: Math.ceil(endSample / frameSamples),
      fromSample,
      endSample,
      samples: pauseSamples,
    })
    gained += pauseSamples - (endSample - fromSample)
  }
  return { firstFrame, endFrame, words, pauses }
}

/** Length of a timeline in samples. */
export function timelineLength({ firstFrame, endFrame, pauses }: SpeechTimeline, frameSamples: number): number {
  const gained = pauses.reduce((sum, pause) => sum + pause.samples - (pause.endSample - pause.fromSample), 0)
  return (endFrame - firstFrame) * frameSamples + gained
}
