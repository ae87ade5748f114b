import type { EditorView } from 'prosemirror-view'
import { findParagraph } from './script-state.ts'

let view: EditorView | undefined

/** The editor of the open script; undefined while none is open. */
export function currentView(): EditorView | undefined {
  return view
}

export function setCurrentView(opened: EditorView | undefined): void {
  view = opened
}

/** Words of a paragraph, in UTF-16 units of its text. */
export type Place = { readonly paragraphId: string; readonly start: number; readonly end: number }

/** The words' positions in the document; undefined if the paragraph is gone. */
export function toPositions({ paragraphId, start, end }: Place): readonly [number, number] | undefined {
  const paragraph = findParagraph(paragraphId)
  if (paragraph === undefined) return undefined
  const base = paragraph.position + 1
  const { size } = paragraph.node.content
  return [base + Math.min(start, size), base + Math.min(end, size)]
}
