import type { Node } from 'prosemirror-model'
import { type PrintedText, printRuns } from '../../../src/projects/markup.ts'
import { toRuns } from './script-nodes.ts'

/** Documents never change, so a paragraph is printed once. */
const printed = new WeakMap<Node, PrintedText>()

/** Prints a paragraph as the API takes it. */
export function printMarkup(paragraph: Node): PrintedText {
  const known = printed.get(paragraph) ?? printRuns(toRuns(paragraph))
  printed.set(paragraph, known)
  return known
}
