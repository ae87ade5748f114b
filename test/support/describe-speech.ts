import { meanSquare } from '../../src/audio/decibels.ts'
import { measureLoudness } from '../../src/audio/loudness/measure-loudness.ts'
import { trackPitch } from '../../src/audio/prosody/track-pitch.ts'
import { bandLevelDb } from './band-level.ts'
import type { SpokenText } from './speak-text.ts'
import { truePeakDb } from './true-peak.ts'

const FLOOR_FRAME_SECONDS = 0.02

/** Figures that distinguish voices, and their loudness. */
export type SpeechFigures = {
  /** LUFS. */
  readonly loudness: number
  /** In dB of full scale, between the samples too. */
  readonly peakDb: number
  /** Median fundamental, in Hz. */
  readonly medianHertz: number
  /** Standard deviation of the fundamental around its median, in semitones. */
  readonly melodySemitones: number
  readonly wordsPerMinute: number
  /** Level of the quietest twentieth of the speech, without pauses, in dBFS. */
  readonly floorDb: number
  /** Level of the octave around 4 kHz, in dB of that around 500 Hz. */
  readonly brightnessDb: number
}

/** Measures speech. Pauses count in its rate. */
export function describeSpeech({ audio, words, times }: SpokenText): SpeechFigures {
  const pitches = trackPitch(audio).hertz.filter((hertz) => hertz > 0)
  const medianHertz = pitches.toSorted()[pitches.length >> 1]!
  const squares = pitches.map((hertz) => (12 * Math.log2(hertz / medianHertz)) ** 2)
  return {
    loudness: measureLoudness(audio),
    peakDb: truePeakDb(audio),
    medianHertz,
    melodySemitones: Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length),
    wordsPerMinute: (60 * words.length * audio.sampleRate) / audio.samples.length,
    floorDb: quietestDb({ audio, times }),
    brightnessDb: bandLevelDb(audio, 4000) - bandLevelDb(audio, 500),
  }
}

function quietestDb({ audio, times }: Pick<SpokenText, 'audio' | 'times'>): number {
  const frame = Math.round(FLOOR_FRAME_SECONDS * audio.sampleRate)
  const levels = times.flatMap(({ startSample, endSample }) =>
    Array.from({ length: Math.floor((endSample - startSample) / frame) }, (_, i) =>
      meanSquare(audio.samples.subarray(startSample + i * frame, startSample + (i + 1) * frame)),
    ),
  )
  return 10 * Math.log10(levels.sort((a, b) => a - b)[Math.floor(levels.length / 20)]!)
}
