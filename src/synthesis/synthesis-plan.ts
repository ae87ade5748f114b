import type { BoundaryMark } from '../text/normalization/normalized-text.ts'
import type { WrittenWord } from '../text/written/write-words.ts'

/** Delivery in physical units. */
export type Prosody = {
  /** Speed ratio; 2 is twice as fast. */
  readonly tempo: number
  /** Shift of the fundamental, in semitones. */
  readonly pitchSemitones: number
  /** Level, in dB. */
  readonly gainDb: number
}

/**
 * What an engine may render: `melody` is the line of pitch within words, which signal processing does not draw. An engine with `rises`
 * draws that line only at the end of phrases that rise.
 */
export type ProsodyDimension = keyof Prosody | 'melody' | 'rises'

export const NEUTRAL_PROSODY: Prosody = { tempo: 1, pitchSemitones: 0, gainDb: 0 }

/** What the planner makes of the voice's own melody in a word. */
export type WordMelody = {
  /** Factor of the voice's own movements around its mean; 0 leaves none of them. */
  readonly ownRange: number
  /**
   * On top of these and of `pitchSemitones`: in the middle of each phoneme, and last at the word's end. Between them the pitch
   * runs in a line; after a pause it begins at the first value.
   */
  readonly semitones: readonly number[]
}

/** One spoken word of a segment. */
export type SegmentWord = {
  /** As it is read out, in lower case. Engines speak `phonemes`; this is for logs-free debugging and for engines without phoneme input. */
  readonly text: string
  /** ARPAbet, every vowel with stress 0, 1 or 2. */
  readonly phonemes: readonly string[]
  /** Index into the plan's `words`. */
  readonly source: number
  /** What the engine is asked to render. */
  readonly prosody: Prosody
  /** What is left for signal processing after the engine. */
  readonly shape: Prosody
  /** Absent: the voice's own. Only for engines that render `melody` or `rises`. */
  readonly melody?: WordMelody
  /** The punctuation after the word; the last word of a segment always has one. */
  readonly boundary?: {
    readonly mark: BoundaryMark
    /** Silence between this word's end and the next word's start: exactly this long in the finished audio. */
    readonly pauseSeconds: number
    /** The sounds around it end and begin within their words, so that it is silent from its first sample to its last. */
    readonly isSilent?: true
  }
}

/** What an engine speaks with: one of its voices, and that voice's settings. */
export type EngineVoice = {
  readonly name: string
  /** Tempo of words for which no tempo is requested. The tempo of each word includes it. */
  readonly tempo: number
  /** Width of the melody; 1 is the voice's own. */
  readonly expression: number
  /** Formant factor; 1 is the voice's own, 0.9 a longer throat. */
  readonly size: number
}

/** One engine call: words that are said in one breath. Its audio ends with the pause of its last word. */
export type Segment = {
  readonly voice: EngineVoice
  readonly words: readonly SegmentWord[]
  /** Gain that brings the voice to the service's speech loudness, in dB: plain gain after the engine, no delivery. */
  readonly levelDb: number
  /** High-shelf gain left for signal processing, in dB. */
  readonly brightnessDb: number
  /**
   * Words are so loud that limiting their peaks would make them softer: peaks are pressed until the loudness is right, which
   * takes the whole segment at once.
   */
  readonly isPressed: boolean
  /** The segment ends a sentence of the text. */
  readonly endsSentence: boolean
}

/** All decisions about one request, as plain JSON: it can be stored, compared and replayed. Holds the caller's text: never log it. */
export type SynthesisPlan = {
  readonly version: 2
  readonly engine: string
  /** Of the voice, in lower case: `en-us`. */
  readonly languageCode: string
  /** What the caller wrote, markup and all. */
  readonly text: string
  /** The caller's words, in order and in the caller's spelling; their places are in `text`. */
  readonly words: readonly WrittenWord[]
  readonly segments: readonly Segment[]
  /** What was changed without being refused, such as a clamped tag value. */
  readonly warnings: readonly string[]
}
