import { measureLoudness } from '../../src/audio/loudness/measure-loudness.ts'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import type { WordTime } from '../../src/timing/word-time.ts'
import { estimatePitch, type PitchRange } from './estimate-pitch.ts'

/** Spoken words from `first` to `last`, both included. */
export type WordRange = { readonly first: number; readonly last: number }
type Timed = { readonly audio: PcmAudio; readonly times: readonly WordTime[] }

/** What is heard from the start of the first of some words to the end of the last. */
export function cutWords({ audio, times }: Timed, { first, last }: WordRange): PcmAudio {
  const samples = audio.samples.subarray(times[first]!.startSample, times[last]!.endSample)
  return { sampleRate: audio.sampleRate, samples }
}

/** How long some words sound, pauses left out, in samples. */
export function spokenSamples({ times }: Timed, { first, last }: WordRange): number {
  return times.slice(first, last + 1).reduce((sum, { startSample, endSample }) => sum + endSample - startSample, 0)
}

/** By what factor the words are spoken faster than before. */
export function tempoBetween(before: Timed, after: Timed, range: WordRange): number {
  return spokenSamples(before, range) / spokenSamples(after, range)
}

/** By how many LU the words are louder than before: ITU-R BS.1770, gated. */
export function loudnessBetween(before: Timed, after: Timed, range: WordRange): number {
  return measureLoudness(cutWords(after, range)) - measureLoudness(cutWords(before, range))
}

/** Low enough for a man's voice lowered by ten semitones, high enough for a woman's raised by an octave. */
const ANY_PITCH: PitchRange = { lowestHz: 38, highestHz: 900 }

/**
 * How many semitones higher than before the words sound: the median over the moments at which both have a fundamental. The words must
 * have kept their times. Medians taken apart would differ by what else the two leave unvoiced. Where a voice is known to be low, the
 * estimate errs less if it looks for nothing higher.
 */
export function pitchBetween(before: Timed, after: Timed, range: WordRange, pitches: PitchRange = ANY_PITCH): number {
  const [one, other] = [pitchesOf(before, range, pitches), pitchesOf(after, range, pitches)]
  const voiced = one.flatMap((hertz, i) => (hertz > 0 && other[i]! > 0 ? [other[i]! / hertz] : []))
  if (voiced.length === 0) throw new Error('Cannot compare pitches: nothing is voiced')
  return 12 * Math.log2(median(voiced))
}

/** Pitches of speech that was measured before, always in the same range: one sentence is compared with many. */
const measured = new WeakMap<Timed, Map<WordRange, readonly number[]>>()

function pitchesOf(speech: Timed, range: WordRange, pitchRange: PitchRange): readonly number[] {
  const ofSpeech = measured.get(speech) ?? new Map<WordRange, readonly number[]>()
  measured.set(speech, ofSpeech)
  const pitches = ofSpeech.get(range) ?? estimatePitch(cutWords(speech, range), pitchRange)
  ofSpeech.set(range, pitches)
  return pitches
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
