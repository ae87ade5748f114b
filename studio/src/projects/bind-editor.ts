import { type Node, Slice } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Doc } from 'yjs'
import { readParagraphs } from '../../../src/projects/read-script.ts'
import type { Paragraph } from '../../../src/projects/script.ts'
import { changeParagraphs, type Near } from '../../../src/projects/write-script.ts'
import { toDocument, toParagraph } from '../script/script-nodes.ts'
import { findCursor, findPlace, idOf } from './cursor.ts'
import { EDITOR } from './origins.ts'

/** Marks transactions that show what others have written. */
export const sharedMeta = 'shared'

/** Writes what a transaction of the editor has changed into the shared script. */
export function writeTransaction(
  doc: Doc,
  { before, after, transaction }: { readonly before: Node; readonly after: Node; readonly transaction: Transaction },
): void {
  const all = readParagraphs(doc)
  const { start, endBefore, endAfter } = findChanged(before.children, after.children, (one, other) => one === other)
  // A paragraph before those that change says where their text goes on.
  const from = all.length === before.childCount ? Math.max(0, start - 1) : 0
  const [to, end] = all.length === before.childCount ? [endBefore, endAfter] : [all.length, after.childCount]
  const near = findNear(transaction, after)
  doc.transact(() => {
    const change = { from, to, after: after.children.slice(from, end).map(toParagraph) }
    changeParagraphs(doc, all, { ...change, ...(near !== undefined && { near }) })
  }, EDITOR)
}

/** Where a transaction of one step has changed the text. */
function findNear({ mapping, steps }: Transaction, after: Node): Near | undefined {
  if (steps.length !== 1) return undefined
  let place: number | undefined
  mapping.maps[0]!.forEach((_, __, start) => {
    place ??= start
  })
  return place === undefined ? undefined : findCursor(after, place)
}

type Changed = { readonly start: number; readonly endBefore: number; readonly endAfter: number }

/** What differs between two lists, without what they have in common at both ends. */
function findChanged(
  before: readonly Node[],
  after: readonly Node[],
  isSame: (one: Node, other: Node) => boolean,
): Changed {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start]!, after[start]!)) start += 1
  let tail = 0
  while (tail < shorter - start && isSame(before.at(-1 - tail)!, after.at(-1 - tail)!)) tail += 1
  return { start, endBefore: before.length - tail, endAfter: after.length - tail }
}

/** Shows what others have written, and keeps the cursor in its text. */
export function showShared(view: EditorView, doc: Doc): void {
  const tr = changeDocument(view.state, readParagraphs(doc))
  if (tr.docChanged) view.dispatch(tr.setMeta(sharedMeta, true))
}

function changeDocument({ doc, tr, selection }: EditorState, paragraphs: readonly Paragraph[]): Transaction {
  const after = toDocument(paragraphs).children
  const { start, endBefore, endAfter } = findChanged(doc.children, after, (one, other) => one.eq(other))
  const [gone, come] = [doc.children.slice(start, endBefore), after.slice(start, endAfter)]
  const position = doc.children.slice(0, start).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  if (gone.length === come.length && gone.every((node, index) => idOf(node) === idOf(come[index]!))) {
    let place = position
    for (const [index, node] of gone.entries()) {
      changeParagraph(tr, place, { before: node, after: come[index]! })
      place += come[index]!.nodeSize
    }
    return tr
  }
  const cursors = [selection.anchor, selection.head].map((place) => findCursor(doc, place))
  tr.replaceWith(position, position + gone.reduce((sum, { nodeSize }) => sum + nodeSize, 0), come)
  const [anchor, head] = cursors.map((cursor, index) => {
    const mapped = tr.mapping.map(index === 0 ? selection.anchor : selection.head)
    return (cursor && findPlace(tr.doc, cursor)) ?? mapped
  })
  return tr.setSelection(TextSelection.between(tr.doc.resolve(anchor!), tr.doc.resolve(head!)))
}

/** Changes a paragraph at a position, but for what stays the same. */
function changeParagraph(tr: Transaction, position: number, { before, after }: { before: Node; after: Node }): void {
  if (!before.hasMarkup(after.type, after.attrs)) tr.setNodeMarkup(position, null, after.attrs)
  const start = before.content.findDiffStart(after.content)
  if (start === null) return
  const { a, b } = before.content.findDiffEnd(after.content)!
  const overlap = Math.max(0, start - Math.min(a, b))
  const base = position + 1
  tr.replace(base + start, base + a + overlap, new Slice(after.content.cut(start, b + overlap), 0, 0))
}
