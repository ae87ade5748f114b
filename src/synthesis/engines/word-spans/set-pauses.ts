import type { PcmAudio } from '../../../audio/pcm-audio.ts'
import type { WordTime } from '../../../timing/word-time.ts'

/** Long enough that a cut makes no click, short enough that no phone loses its onset. */
const FADE_SECONDS = 0.005

/** When a word sounds, in seconds from the start of a recording. */
export type WordSeconds = {
  readonly startSeconds: number
  readonly endSeconds: number
  /** Where each of its phonemes ends, in seconds; absent if that is not known. */
  readonly phoneEnds?: readonly number[]
}

/** A stretch of speech with its words' times, which count from its start. */
export type TimedSpeech = { readonly audio: PcmAudio; readonly words: readonly WordTime[] }

type Cut = {
  readonly start: number
  readonly end: number
  readonly pause: number
  readonly phoneEnds?: readonly number[]
}

/**
 * Lays the words of a recording end to end, with a pause of exactly `pauses[i]` seconds (rounded to a sample) after word i,
 * regardless of the recording's own pauses. The first word starts at sample 0.
 *
 * A pause is digital silence except for its first and last 5 ms, in which the recording's own pause fades out and in. The words
 * stay whole and nothing clicks. If the pause between two words is removed, its start fades out under the second word.
 */
export function setPauses(
  { samples, sampleRate }: PcmAudio,
  spans: readonly WordSeconds[],
  { pauses }: { readonly pauses: readonly number[] },
): TimedSpeech {
  const toSample = (seconds: number) => Math.min(Math.round(seconds * sampleRate), samples.length)
  const cuts = spans.map(({ startSeconds, endSeconds, phoneEnds }, index) => ({
    start: toSample(startSeconds),
    end: toSample(endSeconds),
    pause: Math.round(pauses[index]! * sampleRate),
    ...(phoneEnds !== undefined && { phoneEnds: phoneEnds.map(toSample) }),
  }))
  const output = new Float32Array(cuts.reduce((length, { start, end, pause }) => length + end - start + pause, 0))
  const fade = Math.round(FADE_SECONDS * sampleRate)
  const words: WordTime[] = []
  let at = 0
  for (const [word, cut] of cuts.entries()) {
    output.set(samples.subarray(cut.start, cut.end), at)
    const inCut = (end: number) => Math.min(Math.max(end, cut.start), cut.end) - cut.start + at
    words.push({
      word,
      startSample: at,
      endSample: at + cut.end - cut.start,
      ...(cut.phoneEnds !== undefined && { phoneEnds: cut.phoneEnds.map(inCut) }),
    })
    joinToThatBefore(output, samples, { at, cut, before: cuts[word - 1], fade })
    at += cut.end - cut.start + cut.pause
  }
  endQuietly(output, samples, { cut: cuts.at(-1)!, fade })
  return { audio: { sampleRate, samples: output }, words }
}

type JoinOptions = { readonly at: number; readonly cut: Cut; readonly before: Cut | undefined; readonly fade: number }

/** Shapes the edges between a word that starts at `at` in the output and the word before it. */
function joinToThatBefore(output: Float32Array, samples: Float32Array, { at, cut, before, fade }: JoinOptions): void {
  if (before === undefined) {
    for (let i = 0; i < fade && i < cut.end - cut.start; i++) output[at + i]! *= rise(i, fade)
    return
  }
  if (before.pause === 0) {
    if (before.end === cut.start) return
    const overlap = Math.min(fade, cut.end - cut.start)
    for (let i = 0; i < overlap; i++) {
      const gain = rise(i, overlap)
      output[at + i] = output[at + i]! * gain + (samples[before.end + i] ?? 0) * (1 - gain)
    }
    return
  }
  const edge = Math.min(fade, before.pause >> 1)
  for (let i = 0; i < edge; i++) {
    output[at - before.pause + i] = (samples[before.end + i] ?? 0) * (1 - rise(i, edge))
    output[at - edge + i] = (samples[cut.start - edge + i] ?? 0) * rise(i, edge)
  }
}

/** Fades out the pause after the last word, or the end of the word if no pause follows. */
function endQuietly(
  output: Float32Array,
  samples: Float32Array,
  { cut, fade }: { readonly cut: Cut; readonly fade: number },
) {
  const end = output.length - cut.pause
  if (cut.pause === 0) {
    for (let i = 0; i < fade && i < end; i++) output[end - 1 - i]! *= rise(i, fade)
    return
  }
  const edge = Math.min(fade, cut.pause)
  for (let i = 0; i < edge; i++) output[end + i] = (samples[cut.end + i] ?? 0) * (1 - rise(i, edge))
}

/** Raised cosine from 0 to 1 over `length` samples. */
function rise(index: number, length: number): number {
  return 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / length)
}
