import type { Node } from 'prosemirror-model'

/** A place in a paragraph, which stays where it is when paragraphs move. `offset` counts UTF-16 units. */
export type Cursor = { readonly id: string; readonly offset: number }

export function findCursor(doc: Node, place: number): Cursor | undefined {
  const $place = doc.resolve(Math.min(place, doc.content.size))
  return $place.depth === 0 ? undefined : { id: idOf($place.node(1)), offset: $place.parentOffset }
}

/** The position of a cursor; undefined if its paragraph is gone. */
export function findPlace(doc: Node, { id, offset }: Cursor): number | undefined {
  let found: number | undefined
  doc.forEach((node, position) => {
    if (idOf(node) === id) found = position + 1 + Math.min(offset, node.content.size)
  })
  return found
}

/** The id of a paragraph. */
export function idOf({ attrs }: Node): string {
  return (attrs as { id: string }).id
}
