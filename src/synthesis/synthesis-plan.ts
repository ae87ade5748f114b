import type { BoundaryMark } from '../text/normalization/normalized-text.ts'
import type { WrittenWord } from '../text/written/write-words.ts'

/** Delivery in physical units. */
export type Prosody = {
  /** Speed factor; 2 is twice as fast. */
  readonly tempo: number
  /** Shift of the fundamental frequency, in semitones. */
  readonly pitchSemitones: number
  /** Change of level, in dB. */
  readonly gainDb: number
}

/**
 * Delivery that an engine may render. `lengthening` is the factor of single sounds. `melody` is the pitch contour within words, which signal processing does not draw. An
 * engine with `rises` draws that contour only at the end of rising phrases.
 */
export type ProsodyDimension = keyof Prosody | 'lengthening' | 'melody' | 'rises'

export const NEUTRAL_PROSODY: Prosody = { tempo: 1, pitchSemitones: 0, gainDb: 0 }

/** How the planner changes the voice's own melody in a word. */
export type WordMelody = {
  /** Factor of the voice's own movements around its mean; 0 removes them. */
  readonly ownRange: number
  /**
   * Semitones added to these movements and to `pitchSemitones`: one value for the middle of each phoneme, and a last one for the
   * word's end. The pitch is linear between them. After a pause it begins at the first value.
   */
  readonly semitones: readonly number[]
}

/** One spoken word of a segment. */
export type SegmentWord = {
  /** The spoken form, in lower case. Engines speak `phonemes`; this text is for engines without phoneme input, and for debugging. */
  readonly text: string
  /** ARPAbet; every vowel has stress 0, 1 or 2. */
  readonly phonemes: readonly string[]
  /** Index into the plan's `words`. */
  readonly source: number
  /** The prosody that the engine is asked to render. */
  readonly prosody: Prosody
  /** The prosody that is left to signal processing after the engine. */
  readonly shape: Prosody
  /** Factor of each phoneme's length beside the tempo; absent if all are 1. Only for engines that render `lengthening`. */
  readonly lengthening?: readonly number[]
  /** If absent, the voice's own melody is used. Only for engines that render `melody` or `rises`. */
  readonly melody?: WordMelody
  /** The punctuation after the word; the last word of a segment always has one. */
  readonly boundary?: {
    readonly mark: BoundaryMark
    /** Silence between this word's end and the next word's start, exact in the finished audio. */
    readonly pauseSeconds: number
    /** True if the pause is silent from its first sample to its last: the sounds around it begin and end within their words. */
    readonly isSilent?: true
  }
}

/** One of the engine's voices, and the settings to speak with. */
export type EngineVoice = {
  readonly name: string
  /** Tempo of words without a requested tempo. The tempo of each word already includes it. */
  readonly tempo: number
  /** Factor of the melody's width; 1 is the voice's own. */
  readonly expression: number
  /** Formant factor; 1 is the voice's own, 0.9 a longer vocal tract. */
  readonly size: number
}

/** One engine call: words that are spoken in one breath. Its audio ends with the pause after its last word. */
export type Segment = {
  readonly voice: EngineVoice
  readonly words: readonly SegmentWord[]
  /** Gain that brings the voice to the service's speech loudness, in dB. It is applied after the engine and is not part of the delivery. */
  readonly levelDb: number
  /** High-shelf gain left for signal processing, in dB. */
  readonly brightnessDb: number
  /**
   * True if words are so loud that limiting their peaks would make them softer. Peaks are then compressed until the loudness is
   * right, which needs the whole segment at once.
   */
  readonly isPressed: boolean
  /** True if the segment ends a sentence of the text. */
  readonly endsSentence: boolean
}

/** All decisions about one request, as plain JSON that can be stored, compared and replayed. Contains the caller's text: never log it. */
export type SynthesisPlan = {
  readonly version: 2
  readonly engine: string
  /** Language of the voice, in lower case: `en-us`. */
  readonly languageCode: string
  /** The caller's text, including markup. */
  readonly text: string
  /** The caller's words, in order and in the caller's spelling. Their positions refer to `text`. */
  readonly words: readonly WrittenWord[]
  readonly segments: readonly Segment[]
  /** Messages about input that was changed instead of refused, such as a clamped tag value. */
  readonly warnings: readonly string[]
}
