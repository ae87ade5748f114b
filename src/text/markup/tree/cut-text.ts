import type { Span } from '../../span.ts'
import type { TextRun } from './markup-run.ts'
import type { TextNode } from './markup-tree.ts'

type TextRange = { readonly from: number; readonly to: number }
type TextPiece = Pick<TextRun, 'text' | 'mapping' | 'span'>

/** The span in the source of a range of a node's text, at least one unit long. */
export function spanOfText(node: TextNode, { from, to }: TextRange): Span {
  const { places, span } = node
  if (places === undefined) return { start: span.start + from, end: span.start + to }
  return { start: places.starts[from] ?? span.start, end: places.ends[to - 1] ?? span.end }
}

/** A stretch of a text node as a node of its own. */
export function sliceText(node: TextNode, { from, to }: TextRange): TextNode {
  const text = node.text.slice(from, to)
  const span = spanOfText(node, { from, to })
  const { places } = node
  if (places === undefined) return { kind: 'text', text, span }
  const slice = { starts: places.starts.slice(from, to), ends: places.ends.slice(from, to) }
  return { kind: 'text', text, span, places: slice }
}

/** A word or number with the signs inside it that must not be torn apart: `AT&T`, `don't`, `1.5`. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:[&'’.,@_/+-][\p{L}\p{M}\p{N}]+)*/gu

/**
 * Cuts a text node into pieces that are either exact slices of the source or represent their whole span. A word
 * with a decoded entity inside stays one piece, so that it is spoken as one word.
 */
export function* cutText(node: TextNode): Generator<TextPiece> {
  if (node.places === undefined) {
    yield { text: node.text, mapping: 'exact', span: node.span }
    return
  }
  let done = 0
  for (const { 0: word, index } of node.text.matchAll(WORD)) {
    const to = index + word.length
    if (exactEnd(node, { from: index, to }) === to) continue
    yield* cutSigns(node, { from: done, to: index })
    yield piece(node, { from: index, to, mapping: 'whole' })
    done = to
  }
  yield* cutSigns(node, { from: done, to: node.text.length })
}

/** Cuts a stretch into exact slices and single decoded characters. */
function* cutSigns(node: TextNode, { from, to }: TextRange): Generator<TextPiece> {
  for (let at = from; at < to; ) {
    const end = exactEnd(node, { from: at, to })
    const next = end > at ? end : decodedEnd(node, at)
    yield piece(node, { from: at, to: next, mapping: end > at ? 'exact' : 'whole' })
    at = next
  }
}

/** The end of the exact slice of the source that begins at `from`; `from` itself if none does. */
function exactEnd({ places, text }: TextNode, { from, to }: TextRange): number {
  const { starts, ends } = places ?? { starts: [], ends: [] }
  const first = starts[from] ?? text.length
  let end = from
  while (end < to && starts[end] === first + end - from && ends[end] === first + end - from + 1) end++
  return end
}

/** The end of what one entity decodes to. */
function decodedEnd({ places, text }: TextNode, from: number): number {
  let end = from + 1
  while (end < text.length && places?.starts[end] === places?.starts[from]) end++
  return end
}

function piece(node: TextNode, { from, to, mapping }: TextRange & Pick<TextPiece, 'mapping'>): TextPiece {
  return { text: node.text.slice(from, to), mapping, span: spanOfText(node, { from, to }) }
}
