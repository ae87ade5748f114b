import type { Delivery, Emphasis, ReplacementSource } from '../markup/tree/markup-run.ts'
import type { Decision } from '../reading/compare-readings.ts'
import type { TextMemory } from '../reading/memory.ts'
import type { Span } from '../span.ts'

/** A word of the caller's text, in the caller's spelling, without the punctuation around it. */
export type SourceWord = Span & {
  /** `source.slice(start, end)`, with the tags inside it until `writeWords` takes them out; for a respelling, the wrapped word or the letters between the colons. */
  readonly text: string
  readonly replacement?: ReplacementSource
}

/** The punctuation after a word, as far as it is heard. */
export type BoundaryMark = ',' | ';' | ':' | '.' | '?' | '!' | '…' | '-' | '(' | ')' | '"' | 'break' | 'paragraph'

/** What is heard between a word and the next: a pause, and the melody that leads into it. */
export type Boundary = {
  readonly mark: BoundaryMark
  /** Delivery tags around the mark itself: tempo scales its pause. */
  readonly delivery: Delivery
  /** A pause that the caller asked for in seconds (SSML break); otherwise the pause table decides by `mark`. */
  readonly seconds?: number
}

/** One word as it is read out. */
export type NormalizedWord = {
  /** Lower case: `four`, `dollars`, `don't`; a letter that is spelled out is that letter. */
  readonly text: string
  /** The word as written, if its case decides how it is read; else the same as `text`. */
  readonly written: string
  /** Index into `words` of the text. Never falls from one spoken word to the next; every source word has at least one. */
  readonly source: number
  /** `word`: look it up. `letter`: say the letter's name. A list: ARPAbet that the caller gave. */
  readonly sound: 'word' | 'letter' | readonly string[]
  readonly delivery: Delivery
  readonly emphasis?: Emphasis
  readonly boundary?: Boundary
}

/** A sentence: at least one word; the last word always has a boundary. */
export type NormalizedSentence = { readonly words: readonly NormalizedWord[]; readonly endsParagraph: boolean }

/** A written form that allows several readings. `source` is its index into `words` of the text. */
export type ScoredWord = { readonly source: number; readonly decision: Decision }

/** What the text before a sentence has settled. `source` is the index of its first word. */
export type SettledBefore = { readonly source: number; readonly memory: TextMemory }

/** Text as it is read out, every spoken word tied to the caller's word that it comes from. */
export type NormalizedText = {
  readonly words: readonly SourceWord[]
  readonly sentences: readonly NormalizedSentence[]
  /** The written forms whose reading was chosen by score, in order. */
  readonly scored?: readonly ScoredWord[]
  /** What was settled before each sentence. */
  readonly memories?: readonly SettledBefore[]
  /** What was skipped. */
  readonly warnings?: readonly string[]
}
