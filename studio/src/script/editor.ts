import { baseKeymap, splitBlockAs } from 'prosemirror-commands'
import { closeHistory, history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { Node } from 'prosemirror-model'
import { type Command, EditorState, Plugin, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { createExplainPlugin, explainMeta, lacksUnderlines } from './explain-plugin.ts'
import { explanationOf } from './explanations.ts'
import { createParagraphView } from './paragraph-view.tsx'
import { createPastePlugin } from './paste-plugin.ts'
import { createParagraphId, type DeliveryName, scriptSchema } from './schema.ts'
import { doc, findParagraph, listParagraphs, paragraphs, selection } from './script-state.ts'
import { takeUndo } from './undo-outside.ts'

let view: EditorView | undefined

export type EditorKeys = Readonly<Record<string, Command>>

/** Shows a script in `mount` for editing. The signals of the script follow it. */
export function openEditor(mount: HTMLElement, script: unknown, keys: EditorKeys): EditorView {
  closeEditor()
  const state = EditorState.create({ doc: Node.fromJSON(scriptSchema, script), plugins: createPlugins(keys) })
  const opened = new EditorView(mount, {
    state,
    nodeViews: { paragraph: createParagraphView },
    attributes: { 'aria-label': 'Script', role: 'textbox', 'aria-multiline': 'true', spellcheck: 'true' },
    handleDOMEvents: {
      focus: (focused) => {
        queueMicrotask(() => publish(focused.state))
        return false
      },
      mousedown: selectByHandle,
    },
    dispatchTransaction(transaction) {
      const next = opened.state.apply(transaction)
      opened.updateState(next)
      publish(next)
    },
  })
  view = opened
  publish(state)
  return opened
}

export function closeEditor(): void {
  selection.value = undefined
  view?.destroy()
  view = undefined
}

function createPlugins(keys: EditorKeys): Plugin[] {
  const undoAnything: Command = (state, dispatch) => takeUndo(state.doc) || undo(state, dispatch)
  return [
    giveParagraphsIds(),
    createExplainPlugin(),
    createPastePlugin(),
    history(),
    keymap({
      ...keys,
      'Mod-z': undoAnything,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      'Alt-ArrowUp': moveParagraph(-1),
      'Alt-ArrowDown': moveParagraph(1),
      Enter: splitBlockAs((node) => ({ type: node.type, attrs: { ...node.attrs, id: createParagraphId() } })),
    }),
    keymap(baseKeymap),
  ]
}

/** Pasted and split paragraphs get an id of their own, and new ones the avatar of the paragraph before. */
function giveParagraphsIds(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, { doc: script, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      const seen = new Set<string>()
      let speaker = listParagraphs(before.doc)[0]?.attributes.speaker ?? 0
      for (const { position, attributes } of listParagraphs(script)) {
        speaker = attributes.speaker || speaker
        const id = attributes.id === '' || seen.has(attributes.id) ? createParagraphId() : attributes.id
        if (id !== attributes.id || speaker !== attributes.speaker) {
          tr.setNodeMarkup(position, null, { ...attributes, id, speaker })
        }
        seen.add(id)
      }
      return tr.docChanged ? tr : null
    },
  })
}

function publish(state: EditorState): void {
  doc.value = state.doc
  // Before the text has been clicked, nothing is selected.
  if (view?.hasFocus() !== true && selection.value === undefined) return
  const { from, to } = state.selection
  // A selection of everything begins before the first paragraph.
  const $from = state.doc.resolve(Math.max(1, from))
  const base = $from.start(1)
  const { id } = $from.node(1).attrs as { id: string }
  const end = Math.min(to - base, $from.node(1).content.size)
  selection.value = { paragraphId: id, start: Math.max(0, from - base), end }
}

/** Shows explanations of paragraphs that have just come. */
export function showExplanations(paragraphIds: readonly string[]): void {
  view?.dispatch(view.state.tr.setMeta(explainMeta, paragraphIds).setMeta('addToHistory', false))
}

/** Shows what is known of a script that has just been opened. */
export function restoreExplanations(): void {
  const known = paragraphs.value.filter(
    ({ node, attributes }) => explanationOf(attributes.id).value?.text === node.textContent,
  )
  if (known.length > 0) showExplanations(known.map(({ attributes }) => attributes.id))
}

/** Shows a known explanation of a paragraph again if its underlines were lost. */
export function restoreExplanation(paragraphId: string): void {
  const paragraph = findParagraph(paragraphId)
  if (view !== undefined && paragraph !== undefined && lacksUnderlines(view.state, paragraph))
    showExplanations([paragraphId])
}

/** Changes a paragraph's avatar or pause. */
export function setParagraph(id: string, attributes: { readonly speaker?: number; readonly pause?: number }): void {
  const paragraph = findParagraph(id)
  if (view === undefined || paragraph === undefined) return
  view.dispatch(view.state.tr.setNodeMarkup(paragraph.position, null, { ...paragraph.attributes, ...attributes }))
}

type Place = { readonly paragraphId: string; readonly start: number; readonly end: number }

function toPositions({ paragraphId, start, end }: Place): readonly [number, number] | undefined {
  const paragraph = findParagraph(paragraphId)
  if (paragraph === undefined) return undefined
  const base = paragraph.position + 1
  const { size } = paragraph.node.content
  return [base + Math.min(start, size), base + Math.min(end, size)]
}

/** Sets a mark on some words, or removes it without a value. */
export function markWords(place: Place, name: DeliveryName | 'respell', value: number | string | undefined): void {
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

export function addParagraph(): void {
  if (view === undefined) return
  const last = listParagraphs(view.state.doc).at(-1)
  const node = scriptSchema.node('paragraph', { ...last?.attributes, id: createParagraphId() })
  const end = view.state.doc.content.size
  const tr = view.state.tr.insert(end, node)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView())
  view.focus()
}

export function removeParagraph(id: string): void {
  const paragraph = findParagraph(id)
  if (view === undefined || paragraph === undefined) return
  const { position, node } = paragraph
  const isOnly = view.state.doc.childCount === 1
  const [from, to] = isOnly ? [position + 1, position + 1 + node.content.size] : [position, position + node.nodeSize]
  view.dispatch(view.state.tr.delete(from, to))
}

export function moveParagraphWithId(id: string, direction: -1 | 1): void {
  const paragraph = findParagraph(id)
  if (view === undefined || paragraph === undefined) return
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, paragraph.position + 1)))
  moveParagraph(direction)(view.state, view.dispatch)
}

function moveParagraph(direction: -1 | 1): Command {
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

/** Selects words and shows them. */
export function selectWords(place: Place): void {
  const positions = toPositions(place)
  if (view === undefined || positions === undefined) return
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, ...positions)).scrollIntoView())
}

/** Pixels at the end of marked words that are their handle. */
const HANDLE = 4

/** A press on the handle of marked words selects them all; true if it was one. */
function selectByHandle(pressed: EditorView, event: MouseEvent): boolean {
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

export function focusText(): void {
  view?.focus()
}

/** Scrolls to the cursor, such as when a part of the text is covered. */
export function showCursor(): void {
  view?.dispatch(view.state.tr.scrollIntoView())
}

/** Takes the focus and the selection from the text, so that no word is inspected. */
export function leaveText(): void {
  view?.dom.blur()
  selection.value = undefined
}

/** The place in the text that is at a point of the window. */
export function findPlaceAt(left: number, top: number): { paragraphId: string; offset: number } | undefined {
  const found = view?.posAtCoords({ left, top })
  if (view === undefined || found === null || found === undefined) return undefined
  const $place = view.state.doc.resolve(found.pos)
  if ($place.depth === 0) return undefined
  return { paragraphId: ($place.node(1).attrs as { id: string }).id, offset: found.pos - $place.start(1) }
}

/** What the page highlights in the text: the word that is spoken, and the words that the inspector is about. */
type HighlightName = 'spoken' | 'inspected'

/** Highlights words without a change of the page's elements; undefined highlights none. */
export function highlightWords(name: HighlightName, place: Place | undefined): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete(name)
  const positions = place && toPositions(place)
  if (view === undefined || positions === undefined) return
  const range = new Range()
  const [from, to] = [view.domAtPos(positions[0], 1), view.domAtPos(positions[1], -1)]
  range.setStart(from.node, from.offset)
  range.setEnd(to.node, to.offset)
  const highlight = new Highlight(range)
  highlight.priority = name === 'spoken' ? 1 : 0
  CSS.highlights.set(name, highlight)
}
