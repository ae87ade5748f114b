import type { PcmAudio } from '../../audio/pcm-audio.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import type { WordTime } from '../../timing/word-time.ts'

/** Length of the fade at the end of a word before a pause, and at the start of the word after it. */
const FADE_SECONDS = 0.005

/** A stretch of a segment's audio, and its first sample's place in the segment. */
type OffsetAudio = { readonly audio: PcmAudio; readonly from: number }

/**
 * Makes the pauses silent that shall be, from their first sample to their last, in place: the words before and after them fade
 * within their own times. `words` are those heard so far; no stretch may end within such a fade.
 */
export function silencePauses({ audio, from }: OffsetAudio, words: readonly WordTime[], segment: Segment): void {
  const { samples, sampleRate } = audio
  const fade = Math.round(FADE_SECONDS * sampleRate)
  const scale = (start: number, end: number, factorAt: (sample: number) => number): void => {
    const last = Math.min(samples.length, end - from)
    for (let i = Math.max(0, start - from); i < last; i++) samples[i] = samples[i]! * factorAt(i + from)
  }
  for (const { word, endSample } of words) {
    const { boundary } = segment.words[word]!
    if (boundary?.isSilent !== true) continue
    const next = endSample + Math.round(boundary.pauseSeconds * sampleRate)
    scale(endSample - fade, endSample, (sample) => (endSample - sample - 0.5) / fade)
    scale(endSample, next, () => 0)
    scale(next, next + fade, (sample) => (sample - next + 0.5) / fade)
  }
}
