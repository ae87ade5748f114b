import { cutText } from '../markup/tree/cut-text.ts'
import type { MarkupTree } from '../markup/tree/markup-tree.ts'
import { walkMarkup } from '../markup/tree/walk-markup.ts'
import type { Span } from '../span.ts'
import type { Steps } from '../steps.ts'
import { tidyText } from './split-gap.ts'

/** Texts between two edges that are cut in one step. */
const STEP = 1024

/** A piece of the text as a reader sees it, and the part of the source that it comes from. */
export type WrittenPiece = {
  readonly text: string
  readonly span: Span
  /** `exact`: a slice of the source. `whole`: decoded or inserted text that cannot be divided. */
  readonly mapping: 'exact' | 'whole'
}

/**
 * Returns the text of a tree as a reader sees it: tags and the colons of respellings are left out, and entities are decoded.
 * A break, and the edge of a sentence or paragraph, becomes a space. The pieces are in the order of the source.
 */
export function layOutWritten(tree: MarkupTree): readonly WrittenPiece[] {
  const pieces: WrittenPiece[] = []
  const write = (text: string, span: Span, mapping: WrittenPiece['mapping']): void => {
    pieces.push({ text, span, mapping })
  }
  for (const { kind, node } of walkMarkup(tree)) {
    if (node.kind === 'element') {
      const at = kind === 'leave' ? node.span.end : node.span.start
      const isApart = node.effect.kind === 'edge' || (node.effect.kind === 'break' && kind === 'enter')
      if (isApart) write(' ', { start: at, end: at }, 'whole')
    } else if (node.kind === 'text') {
      for (const piece of cutText(node)) write(piece.text, piece.span, piece.mapping)
    } else if (node.kind === 'respelling') {
      write(node.letters, { start: node.span.start + 2, end: node.span.end - 2 }, 'exact')
    } else {
      write(node.written, node.span, 'whole')
    }
  }
  return pieces
}

/**
 * Divides pieces at rising offsets in the source. Entry i of the result is the text that begins in `edges[i]` or later, and
 * before `edges[i + 1]`, on one line.
 */
export function* divideInSteps(pieces: readonly WrittenPiece[], edges: readonly number[]): Steps<readonly string[]> {
  const texts: string[] = []
  let next = 0
  let offset = 0
  for (let i = 0; i + 1 < edges.length; i++) {
    if (i % STEP === STEP - 1) yield
    const end = edges[i + 1]!
    let text = ''
    for (let piece = pieces[next]; piece !== undefined; piece = pieces[next]) {
      const { span, mapping } = piece
      if (span.start + offset >= end) break
      if (mapping === 'exact' && span.end > end) {
        text += piece.text.slice(offset, end - span.start)
        offset = end - span.start
        break
      }
      text += piece.text.slice(offset)
      offset = 0
      next += 1
    }
    texts.push(tidyText(text))
  }
  return texts
}
