import type { ElementNode, MarkupNode, MarkupTree } from './markup-tree.ts'

/** A step through a tree: into an element, out of it, or past a node without children. */
export type MarkupStep =
  | { readonly kind: 'enter' | 'leave'; readonly node: ElementNode }
  | { readonly kind: 'leaf'; readonly node: Exclude<MarkupNode, ElementNode> }

/** Walks a tree in reading order. Needs no call stack, so nesting may be as deep as the text is long. */
export function* walkMarkup(tree: MarkupTree): Generator<MarkupStep> {
  const open: { readonly children: readonly MarkupNode[]; next: number; readonly element?: ElementNode }[] = [
    { children: tree.children, next: 0 },
  ]
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const node = level.children[level.next++]
    if (node === undefined) {
      open.pop()
      if (level.element !== undefined) yield { kind: 'leave', node: level.element }
    } else if (node.kind === 'element') {
      yield { kind: 'enter', node }
      open.push({ children: node.children, next: 0, element: node })
    } else {
      yield { kind: 'leaf', node }
    }
  }
}
