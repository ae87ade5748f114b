import type { Span } from '../../span.ts'

/** The values of the delivery tags around a word, as the caller wrote them (not yet clamped). */
export type Delivery = {
  /** Speed ratio; 1 is neutral, 2 is twice as fast. */
  readonly tempo: number
  /** dB relative to the voice's norm; 0 is neutral. */
  readonly loudness: number
  /** Percent of the voice's pitch; 0 is neutral, 100 an octave up. */
  readonly pitch: number
  /** Which reading of the sentence is spoken, as the `seed` of a request; undefined for that of the request. */
  readonly take?: number
}

/** The delivery tags with a range. */
export type DeliveryName = Exclude<keyof Delivery, 'take'>

export const NEUTRAL_DELIVERY: Delivery = { tempo: 1, loudness: 0, pitch: 0 }

/** Which stored replacement put other words in the place of the caller's. */
export type ReplacementSource = {
  readonly libraryId: string
  readonly replacementId: string
  /** The `original` of the replacement, as stored. */
  readonly original: string
}

export type Emphasis = 'none' | 'reduced' | 'moderate' | 'strong'

type RunBase = {
  /** The span of the run in the caller's text; tags and colons are outside. */
  readonly span: Span
  readonly delivery: Delivery
  readonly emphasis?: Emphasis
  readonly replacement?: ReplacementSource
}

/** Plain text. `mapping` is `exact` where character i of `text` is character `span.start + i` of the source. */
export type TextRun = RunBase & {
  readonly kind: 'text'
  readonly text: string
  /** `whole`: the text represents the whole span (a replacement, an alias). */
  readonly mapping: 'exact' | 'whole'
  /** SSML say-as: how the text is to be read. */
  readonly sayAs?: { readonly interpretAs: string; readonly format?: string }
}

/** A word whose sound the caller gave: a respelling or an SSML phoneme. */
export type PronouncedRun = RunBase & {
  readonly kind: 'pronounced'
  /** The word as captions show it: the wrapped word, or the respelling itself. */
  readonly text: string
  /** ARPAbet with stress, such as `T AH1 P AH0 L`; one list per spoken word, at least one. */
  readonly pronunciations: readonly (readonly string[])[]
}

/** An SSML break: a pause of `seconds`. */
export type BreakRun = RunBase & { readonly kind: 'break'; readonly seconds: number }

/** An SSML `<p>` or `<s>` begins or ends here. */
export type EdgeRun = RunBase & { readonly kind: 'edge'; readonly edge: 'sentence' | 'paragraph' }

/** Markup laid out in reading order: each run with everything that the tags around it say. */
export type MarkupRun = TextRun | PronouncedRun | BreakRun | EdgeRun
