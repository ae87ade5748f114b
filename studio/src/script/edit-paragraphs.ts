import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { separate } from '../projects/script-history.ts'
import { currentView } from './editor-view.ts'
import { createParagraphId, type DeliveryName, type ParagraphAttributes, scriptSchema } from './schema.ts'
import { findParagraph, listParagraphs, type Paragraph } from './script-state.ts'

type Change = Partial<Omit<ParagraphAttributes, 'id'>>

/** Changes the voice, pause, name or level of a paragraph. */
export function setParagraph(id: string, change: Change): void {
  setParagraphs([id], () => change)
}

/** Changes paragraphs in one step, which one undo takes back. Returns how many have changed. */
export function setParagraphs(ids: readonly string[], changeOf: (paragraph: Paragraph) => Change): number {
  const view = currentView()
  if (view === undefined) return 0
  const { tr } = view.state
  let count = 0
  for (const id of ids) {
    const paragraph = findParagraph(id)
    if (paragraph === undefined) continue
    const change = changeOf(paragraph)
    const before: Readonly<Record<string, unknown>> = paragraph.attributes
    if (Object.entries(change).every(([name, value]) => before[name] === value)) continue
    tr.setNodeMarkup(paragraph.position, null, { ...paragraph.attributes, ...change })
    count += 1
  }
  if (count > 0) view.dispatch(ids.length > 1 ? separate(tr) : tr)
  return count
}

/** Sets a dial for all words of paragraphs in one step, or takes it away without a value. */
export function markParagraphs(ids: readonly string[], name: DeliveryName, value: number | undefined): void {
  const view = currentView()
  if (view === undefined) return
  const type = scriptSchema.marks[name]!
  const { tr } = view.state
  for (const id of ids) {
    const paragraph = findParagraph(id)
    if (paragraph === undefined) continue
    const [from, to] = [paragraph.position + 1, paragraph.position + 1 + paragraph.node.content.size]
    tr.removeMark(from, to, type)
    if (value !== undefined) tr.addMark(from, to, type.create({ value }))
  }
  view.dispatch(tr)
}

export function addParagraph(): void {
  const view = currentView()
  if (view === undefined) return
  const last = listParagraphs(view.state.doc).at(-1)
  const node = scriptSchema.node('paragraph', {
    id: createParagraphId(),
    ...(last && { speaker: last.attributes.speaker, pause: last.attributes.pause }),
  })
  const end = view.state.doc.content.size
  const tr = view.state.tr.insert(end, node)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  view.focus()
}

/** Deletes paragraphs in one step. A script keeps one. */
export function removeParagraphs(ids: readonly string[]): void {
  const view = currentView()
  if (view === undefined) return
  const { tr } = view.state
  for (const id of ids) {
    const paragraph = findParagraph(id)
    if (paragraph === undefined) continue
    const from = tr.mapping.map(paragraph.position)
    if (tr.doc.childCount > 1) tr.delete(from, from + paragraph.node.nodeSize)
    else tr.delete(from + 1, from + 1 + paragraph.node.content.size)
  }
  if (tr.docChanged) view.dispatch(separate(tr))
}

/** Moves neighbouring paragraphs, so that they come before the one that is at `index` now; behind the last if it is none. */
export function moveParagraphsTo(ids: readonly string[], index: number): void {
  const view = currentView()
  if (view === undefined) return
  const tr = moveTo(view.state, ids, index)
  if (tr !== undefined) view.dispatch(tr.scrollIntoView())
}

function moveTo(state: EditorState, ids: readonly string[], index: number): Transaction | undefined {
  const all = listParagraphs(state.doc)
  const wanted = new Set(ids)
  const moved = all.filter(({ attributes }) => wanted.has(attributes.id))
  const [first, last] = [moved[0], moved.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const firstIndex = all.indexOf(first)
  if (index >= firstIndex && index <= firstIndex + moved.length) return undefined
  const { tr, selection } = state
  const [from, to] = [first.position, last.position + last.node.nodeSize]
  const target = all[index]?.position ?? state.doc.content.size
  tr.delete(from, to)
  const place = tr.mapping.map(target)
  tr.insert(
    place,
    moved.map(({ node }) => node),
  )
  // The cursor goes along.
  const [anchor, head] = [selection.anchor, selection.head].map((one) =>
    one >= from && one <= to ? place + one - from : tr.mapping.map(one),
  )
  tr.setSelection(TextSelection.create(tr.doc, anchor!, head))
  return separate(tr)
}

/** Moves neighbouring paragraphs over the one before or after them. */
export function moveParagraphs(ids: readonly string[], direction: -1 | 1): void {
  const view = currentView()
  const tr = view && moveOver(view.state, ids, direction)
  if (tr !== undefined) view?.dispatch(tr.scrollIntoView())
}

function moveOver(state: EditorState, ids: readonly string[], direction: -1 | 1): Transaction | undefined {
  const places = listParagraphs(state.doc).flatMap(({ attributes }, index) =>
    ids.includes(attributes.id) ? [index] : [],
  )
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  const target = direction === 1 ? last + 2 : first - 1
  return target < 0 || target > state.doc.childCount ? undefined : moveTo(state, ids, target)
}

/** A command that moves the paragraphs with the selection. */
export function moveParagraph(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection
    const touched = listParagraphs(state.doc).filter(({ position, node }) => {
      const end = position + node.nodeSize
      return empty ? position < from && end > from : position + 1 < to && end > from
    })
    const tr = moveOver(
      state,
      touched.map(({ attributes }) => attributes.id),
      direction,
    )
    if (tr === undefined) return false
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** A command that makes the paragraph with the cursor a heading of this level, or none. */
export function setLevel(level: number): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    if ($from.depth === 0) return false
    const { attrs } = $from.node(1)
    dispatch?.(
      state.tr.setNodeMarkup($from.before(1), null, {
        ...attrs,
        level,
        isSilent: level > 0 && attrs.isSilent === true,
      }),
    )
    return true
  }
}
