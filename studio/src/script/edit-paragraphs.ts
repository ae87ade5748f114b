import { closeHistory } from 'prosemirror-history'
import { type Command, TextSelection } from 'prosemirror-state'
import { currentView } from './editor-view.ts'
import { createParagraphId, scriptSchema } from './schema.ts'
import { findParagraph, listParagraphs } from './script-state.ts'

/** Changes a paragraph's avatar or pause. */
export function setParagraph(id: string, attributes: { readonly speaker?: number; readonly pause?: number }): void {
  const view = currentView()
  const paragraph = findParagraph(id)
  if (view === undefined || paragraph === undefined) return
  view.dispatch(view.state.tr.setNodeMarkup(paragraph.position, null, { ...paragraph.attributes, ...attributes }))
}

export function addParagraph(): void {
  const view = currentView()
  if (view === undefined) return
  const last = listParagraphs(view.state.doc).at(-1)
  const node = scriptSchema.node('paragraph', { ...last?.attributes, id: createParagraphId() })
  const end = view.state.doc.content.size
  const tr = view.state.tr.insert(end, node)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  view.focus()
}

export function removeParagraph(id: string): void {
  const view = currentView()
  const paragraph = findParagraph(id)
  if (view === undefined || paragraph === undefined) return
  const { position, node } = paragraph
  const isOnly = view.state.doc.childCount === 1
  const [from, to] = isOnly ? [position + 1, position + 1 + node.content.size] : [position, position + node.nodeSize]
  view.dispatch(view.state.tr.delete(from, to))
}

export function moveParagraphWithId(id: string, direction: -1 | 1): void {
  const view = currentView()
  const paragraph = findParagraph(id)
  if (view === undefined || paragraph === undefined) return
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, paragraph.position + 1)))
  moveParagraph(direction)(view.state, view.dispatch)
}

/** A command that moves the paragraph with the cursor. */
export function moveParagraph(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const index = $from.index(0)
    const target = index + direction
    if (target < 0 || target >= state.doc.childCount) return false
    const node = $from.node(1)
    const before = $from.before(1)
    const { tr } = state
    tr.delete(before, before + node.nodeSize)
    const other = state.doc.child(target)
    const place = direction === 1 ? before + other.nodeSize : before - other.nodeSize
    tr.insert(place, node)
    tr.setSelection(TextSelection.create(tr.doc, place + 1 + $from.parentOffset)).scrollIntoView()
    dispatch?.(closeHistory(tr))
    return true
  }
}
