import type { Span } from '../../span.ts'
import type { TextNode } from '../tree/markup-tree.ts'

/** An attribute as written; the span is that of the value, without its quotes. */
export type Attribute = { readonly name: string; readonly value: string; readonly span: Span }

/** `<tempo value="1.2">` or, self-closing, `<break/>`. Names are in lower case. */
export type OpenTag = {
  readonly kind: 'open'
  readonly name: string
  readonly attributes: readonly Attribute[]
  readonly selfClosing: boolean
  readonly span: Span
}

/** `</tempo>`. */
export type CloseTag = { readonly kind: 'close'; readonly name: string; readonly span: Span }

/** `::TUH-puhl::`; the letters are not checked yet. */
export type RespellingToken = { readonly kind: 'respelling'; readonly letters: string; readonly span: Span }

/** The caller's text cut into text and marks, in order and without gaps. */
export type MarkupToken = TextNode | OpenTag | CloseTag | RespellingToken

/** Text for a stretch of the source that represents it as a whole: `&` for `&amp;`, nothing for a comment. */
export function substitute(text: string, span: Span): TextNode {
  const fill = (place: number): number[] => Array.from({ length: text.length }, () => place)
  return { kind: 'text', text, span, places: { starts: fill(span.start), ends: fill(span.end) } }
}
