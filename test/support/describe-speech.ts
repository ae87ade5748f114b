import { measureLoudness } from '../../src/audio/loudness/measure-loudness.ts'
import { trackPitch } from '../../src/audio/prosody/track-pitch.ts'
import { bandLevelDb } from './band-level.ts'
import type { SpokenText } from './speak-text.ts'

/** What tells one voice from another, and how loud it is. */
export type SpeechFigures = {
  /** LUFS. */
  readonly loudness: number
  /** Largest amplitude, in dB of full scale. */
  readonly peakDb: number
  /** Median fundamental, in Hz. */
  readonly medianHertz: number
  /** Standard deviation of the fundamental around its median, in semitones. */
  readonly melodySemitones: number
  readonly wordsPerMinute: number
  /** Level of the octave around 4 kHz, in dB of that around 500 Hz. */
  readonly brightnessDb: number
}

/** Measures speech. Pauses count in its rate. */
export function describeSpeech({ audio, words }: SpokenText): SpeechFigures {
  const pitches = trackPitch(audio).hertz.filter((hertz) => hertz > 0)
  const medianHertz = pitches.toSorted()[pitches.length >> 1]!
  const squares = pitches.map((hertz) => (12 * Math.log2(hertz / medianHertz)) ** 2)
  const peak = audio.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return {
    loudness: measureLoudness(audio),
    peakDb: 20 * Math.log10(peak),
    medianHertz,
    melodySemitones: Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length),
    wordsPerMinute: (60 * words.length * audio.sampleRate) / audio.samples.length,
    brightnessDb: bandLevelDb(audio, 4000) - bandLevelDb(audio, 500),
  }
}
