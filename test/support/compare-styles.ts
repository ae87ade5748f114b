import type { Voice } from '../../src/voices/voice.ts'
import type { SpeechFigures } from './describe-speech.ts'
import { longestRun } from './find-silence.ts'
import type { SpokenText } from './speak-text.ts'

/** What styles of one person differ in, measured on the same text. */
export type StyleFigures = {
  /** Standard deviation of the fundamental, in semitones. */
  readonly melody: number
  /** Words a minute of the time in which words sound. */
  readonly tempo: number
  /** The longest silence between two words, in seconds. */
  readonly pause: number
  /** Level of the octave around 4 kHz against that around 500 Hz, in dB. */
  readonly brightness: number
}

/** What a listener notices, as ratios and in dB: a sixth of the melody, 4 % of tempo, a tenth of a pause, and 0.7 dB. */
const NOTICED = { melody: 1.15, tempo: 1.04, pause: 1.1, brightness: 0.7 }
const SILENT = 0.001

/** The figures of a style; `figures` are those that `describeSpeech` measures in the same speech. */
export function describeStyle({ audio, times }: SpokenText, figures: SpeechFigures): StyleFigures {
  const { melodySemitones, brightnessDb } = figures
  const sounding = times.reduce((sum, { startSample, endSample }) => sum + endSample - startSample, 0)
  const inside = audio.samples.subarray(times[0]!.startSample, times.at(-1)!.endSample)
  return {
    melody: melodySemitones,
    tempo: (60 * times.length * audio.sampleRate) / sounding,
    pause: longestRun(inside, (sample) => Math.abs(sample) < SILENT) / audio.sampleRate,
    brightness: brightnessDb,
  }
}

/** The figures in which two styles differ by as much as is noticed. */
export function noticedDifferences(one: StyleFigures, other: StyleFigures): readonly (keyof StyleFigures)[] {
  const ratio = (figure: 'melody' | 'tempo' | 'pause') =>
    Math.max(one[figure] / other[figure], other[figure] / one[figure]) >= NOTICED[figure]
  return [
    ...(['melody', 'tempo', 'pause'] as const).filter(ratio),
    ...(Math.abs(one.brightness - other.brightness) >= NOTICED.brightness ? (['brightness'] as const) : []),
  ]
}

/** Avatars of each person who has several, in pairs. */
export function pairStyles<T extends { readonly voice: Voice }>(spoken: readonly T[]): readonly (readonly [T, T])[] {
  return spoken.flatMap((one, i) =>
    spoken
      .slice(i + 1)
      .filter(({ voice }) => voice.avatar.name === one.voice.avatar.name)
      .map((other): readonly [T, T] => [one, other]),
  )
}
