import type { Span } from '../../span.ts'
import type { Delivery, Emphasis, ReplacementSource } from './markup-run.ts'

/** ARPAbet with stress, one list per spoken word. */
export type Pronunciations = readonly (readonly string[])[]

/**
 * Text that is spoken as text. If it is a plain slice of the source, `places` is absent; if it holds decoded
 * entities, unit i of `text` comes from `starts[i]` to `ends[i]` of the source.
 */
export type TextNode = {
  readonly kind: 'text'
  readonly text: string
  readonly span: Span
  readonly places?: { readonly starts: readonly number[]; readonly ends: readonly number[] }
}

/** A respelling between colons, `::TUH-puhl::`; the span includes the colons. */
type RespellingNode = {
  readonly kind: 'respelling'
  readonly letters: string
  readonly phonemes: readonly string[]
  readonly span: Span
}

/** What a stored replacement put in the place of the caller's words `written`. */
export type ReplacedNode = {
  readonly kind: 'replaced'
  readonly written: string
  readonly span: Span
  readonly replacement: ReplacementSource
  /** What is spoken instead: other words, or sounds. */
  readonly spoken: { readonly text: string } | { readonly pronunciations: Pronunciations }
}

/** What a tag says about the text that it wraps, or, for a break, does in its own place. */
export type ElementEffect =
  | { readonly kind: 'none' }
  /** The tag is left out of the tree. `content`: what becomes of the text that it wraps. `parts`: it parts words. */
  | { readonly kind: 'left-out'; readonly content: 'spoken' | 'unspoken'; readonly parts: boolean }
  | { readonly kind: 'delivery'; readonly delivery: Delivery }
  | { readonly kind: 'pronounce'; readonly pronunciations: Pronunciations }
  | { readonly kind: 'alias'; readonly text: string }
  | { readonly kind: 'emphasis'; readonly emphasis: Emphasis }
  | { readonly kind: 'say-as'; readonly interpretAs: string; readonly format?: string }
  | { readonly kind: 'break'; readonly seconds: number }
  | { readonly kind: 'edge'; readonly edge: 'sentence' | 'paragraph' }

/** A tag and what it wraps. The name and the attribute names are in lower case; the span includes both tags. */
export type ElementNode = {
  readonly kind: 'element'
  readonly name: string
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  readonly effect: ElementEffect
  readonly span: Span
  readonly children: readonly MarkupNode[]
}

export type MarkupNode = TextNode | RespellingNode | ReplacedNode | ElementNode

/** The caller's text with its markup understood; nothing in it can be changed. */
export type MarkupTree = {
  readonly source: string
  readonly ssml: boolean
  readonly children: readonly MarkupNode[]
  /** Markup that was left out, dropped or decoded. */
  readonly warnings: readonly string[]
}
