import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { currentView, type Place, toPositions } from './editor-view.ts'
import { type DeliveryName, scriptSchema } from './schema.ts'
import { findParagraph } from './script-state.ts'

/** Sets a mark on some words, or removes it without a value. */
export function markWords(
  place: Place,
  name: DeliveryName | 'respell' | 'sayAs',
  value: number | string | undefined,
): void {
  const view = currentView()
  const positions = toPositions(place)
  if (view === undefined || positions === undefined) return
  const type = scriptSchema.marks[name]!
  const { tr } = view.state
  tr.removeMark(...positions, type)
  if (value !== undefined) tr.addMark(...positions, type.create({ value }))
  view.dispatch(tr)
}

/** The value of a mark at a place; undefined if its first word has none. */
export function findMark({ paragraphId, start }: Place, name: string): unknown {
  const node = findParagraph(paragraphId)?.node
  if (node === undefined || node.content.size === 0) return undefined
  const child = node.childAfter(Math.min(start, node.content.size - 1)).node
  return child?.marks.find(({ type }) => type.name === name)?.attrs.value
}

/** Selects words and shows them. */
export function selectWords(place: Place): void {
  const view = currentView()
  const positions = toPositions(place)
  if (view === undefined || positions === undefined) return
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, ...positions)).scrollIntoView())
}

/** Pixels at the end of marked words that are their handle. */
const HANDLE = 4

/** A press on the handle of marked words selects them all; true if it was one. */
export function selectByHandle(pressed: EditorView, event: MouseEvent): boolean {
  let mark = (event.target as Element).closest('.mark')
  for (let outer = mark; outer !== null; outer = outer.parentElement?.closest('.mark') ?? null) mark = outer
  const box = mark === null ? undefined : [...mark.getClientRects()].at(-1)
  if (mark === null || box === undefined || event.clientX < box.right - HANDLE || event.clientY < box.top) return false
  const [from, to] = [pressed.posAtDOM(mark, 0), pressed.posAtDOM(mark, mark.childNodes.length)]
  pressed.dispatch(pressed.state.tr.setSelection(TextSelection.create(pressed.state.doc, from, to)))
  pressed.focus()
  event.preventDefault()
  return true
}
