import type { TextNode } from '../tree/markup-tree.ts'
import { substitute } from './markup-token.ts'

const OPENING = /^\s*<think>/i
const CLOSING = /<\/think>/gi

/**
 * The reasoning that a language model wrote before its answer: `<think>...</think>` at the start of a text. If it is longer than
 * `most` or not closed, `isClosed` is false and only the opening tag is meant. Undefined if there is none.
 */
export function findThought(
  source: string,
  most: number,
): { readonly mark: TextNode; readonly isClosed: boolean } | undefined {
  const opening = most > 0 ? OPENING.exec(source)?.[0] : undefined
  if (opening === undefined) return undefined
  const start = opening.length - '<think>'.length
  CLOSING.lastIndex = opening.length
  const closing = CLOSING.exec(source)
  const end = closing === null ? undefined : closing.index + closing[0].length
  const isClosed = end !== undefined && end <= most
  return { mark: substitute('', { start, end: isClosed ? end : opening.length }), isClosed }
}
