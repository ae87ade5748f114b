import type { TextNode } from './markup-tree.ts'

/** Joins text nodes in a row, at least one, so that a word or phrase with a tag inside that is left out stays whole. */
export function joinTexts(nodes: readonly TextNode[]): TextNode {
  const first = nodes[0]!
  if (nodes.length === 1) return first
  const starts: number[] = []
  const ends: number[] = []
  for (const { text, span, places } of nodes) {
    for (let i = 0; i < text.length; i++) {
      starts.push(places?.starts[i] ?? span.start + i)
      ends.push(places?.ends[i] ?? span.start + i + 1)
    }
  }
  const text = nodes.map((node) => node.text).join('')
  return {
    kind: 'text',
    text,
    span: { start: first.span.start, end: nodes.at(-1)!.span.end },
    places: { starts, ends },
  }
}
