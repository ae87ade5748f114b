import type { Node } from 'prosemirror-model'
import { parseRuns } from '../../../src/projects/markup.ts'
import type { ParagraphAttributes } from './schema.ts'
import { toNode } from './script-nodes.ts'

/** Reads a paragraph that `printMarkup` printed. Anything else stays text. */
export function parseMarkup(markup: string, attributes: ParagraphAttributes): Node {
  return toNode({ ...attributes, runs: parseRuns(markup) })
}
