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

/** A word in the audio. `endFrame` is the frame by which it is rendered; the samples are the range in which it is heard, and where its phonemes end. */
type TimelineWord = {
  readonly endFrame: number
  readonly startSample: number
  readonly endSample: number
  readonly phoneEnds: readonly number[]
}

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
    if (early > 0) words[words.length - 1] = endWord(before!, startSample)
    const endSample = Math.max(fromSample + gained, startSample + 1)
    const phoneEnds = Array.from({ length: endToken - firstToken }, (_, k) => {
      const next = firstToken + k + 1
      const lead = next < endToken && FRICATIVE.test(script.tokens[next]!) ? frameSamples : 0
      return Math.max(renderedAt(times[next]!) + gained - lead, startSample)
    })
    words.push(
      endWord({ endFrame: Math.ceil(fromSample / frameSamples), startSample, endSample, phoneEnds }, endSample),
    )
    // Each word's boundary is the token after it.
    if (starts[endToken + 1] === starts[endToken]) continue
    const isLast = i === script.words.length - 1
    const pauseEnd = isLast ? endFrame * frameSamples : renderedAt(times[endToken + 1]!)
    pauses.push({
      fromFrame: Math.floor(fromSample / frameSamples),
      endFrame: Math.ceil(pauseEnd / frameSamples),
      fromSample,
      endSample: pauseEnd,
      samples: pauseSamples,
    })
    gained += pauseSamples - (pauseEnd - fromSample)
  }
  return { firstFrame, endFrame, words, pauses }
}

/** The same word, ending at a sample. Its last phoneme ends there, and none later. */
function endWord(word: TimelineWord, endSample: number): TimelineWord {
  const last = word.phoneEnds.length - 1
  let latest = 0
  const phoneEnds = word.phoneEnds.map((end, k) => {
    latest = k === last ? endSample : Math.min(Math.max(end, latest), endSample)
    return latest
  })
  return { ...word, endSample, phoneEnds }
}

/** Length of a timeline in samples. */
export function timelineLength({ firstFrame, endFrame, pauses }: SpeechTimeline, frameSamples: number): number {
  const gained = pauses.reduce((sum, pause) => sum + pause.samples - (pause.endSample - pause.fromSample), 0)
  return (endFrame - firstFrame) * frameSamples + gained
}
