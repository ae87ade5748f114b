import type { PcmAudio } from '../../../audio/pcm-audio.ts'
import { weighPhone } from '../../../timing/phones/weigh-phone.ts'
import type { SegmentWord } from '../../synthesis-plan.ts'
import { findSpeech, type SecondsRange } from './find-speech.ts'
import type { WordSeconds } from './set-pauses.ts'

/**
 * Estimates the positions of the words of a recording. Distributes the sounds over the recording in proportion to their usual
 * length. Silences anchor the words: each pause between words is matched to the silence nearest to its expected position, while
 * there are enough.
 */
export function estimateWordSpans(words: readonly SegmentWord[], audio: PcmAudio): readonly WordSeconds[] {
  const weights = words.map(weighWord)
  const stretches = findSpeech(audio)
  const breaks = words.flatMap(({ boundary }, index) =>
    (boundary?.pauseSeconds ?? 0) > 0 && index < words.length - 1 ? [index + 1] : [],
  )
  const phrases = groupStretches(stretches, breaks, weights)
  return phrases.flatMap(({ first, end, from, to }) => {
    const total = sum(weights.slice(first, end))
    const edge = (index: number) =>
      index === end ? to : from + ((to - from) * sum(weights.slice(first, index))) / total
    return Array.from({ length: end - first }, (_, i) => ({
      startSeconds: edge(first + i),
      endSeconds: edge(first + i + 1),
    }))
  })
}

type SpeechRun = SecondsRange & { readonly first: number; readonly end: number }

/** Gives each phrase (the words between two pauses) its part of the recording. */
function groupStretches(
  stretches: readonly SecondsRange[],
  breaks: readonly number[],
  weights: readonly number[],
): readonly SpeechRun[] {
  const finish = stretches.at(-1)!.to
  const spoken = sum(stretches.map(({ from, to }) => to - from))
  const total = sum(weights)
  const phrases: SpeechRun[] = []
  let first = 0
  let from = stretches[0]!.from
  let nextStretch = 0
  for (const [i, end] of breaks.entries()) {
    const share = sum(weights.slice(0, end)) / total
    const silence = nearestSilence(stretches, share * spoken, {
      from: nextStretch,
      to: stretches.length - 1 - (breaks.length - 1 - i),
    })
    // If no silence remains, the proportions decide the position of the pause.
    const rest = sum(weights.slice(first, end)) / sum(weights.slice(first))
    const to = silence === undefined ? from + (finish - from) * rest : stretches[silence]!.to
    phrases.push({ first, end, from, to })
    first = end
    from = silence === undefined ? to : stretches[silence + 1]!.from
    // The next pause comes after speech that this phrase does not contain.
    while (nextStretch < stretches.length - 1 && stretches[nextStretch]!.to <= to) nextStretch++
  }
  return [...phrases, { first, end: weights.length, from, to: finish }]
}

type Range = { readonly from: number; readonly to: number }

/** Index of the stretch, from `from` up to and excluding `to`, up to whose end the seconds of speech are nearest to `wanted`. */
function nearestSilence(stretches: readonly SecondsRange[], wanted: number, { from, to }: Range): number | undefined {
  let best: number | undefined
  let nearest = Number.POSITIVE_INFINITY
  let spoken = sum(stretches.slice(0, from).map((stretch) => stretch.to - stretch.from))
  for (let index = from; index < to; index++) {
    spoken += stretches[index]!.to - stretches[index]!.from
    const distance = Math.abs(spoken - wanted)
    if (distance >= nearest) continue
    nearest = distance
    best = index
  }
  return best
}

function weighWord({ phonemes }: SegmentWord): number {
  return sum(phonemes.map(weighPhone))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
