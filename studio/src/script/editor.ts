import { baseKeymap, splitBlockAs } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { AllSelection, type Command, EditorState, Plugin, Selection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { sharedMeta } from '../projects/bind-editor.ts'
import { moveParagraph, setLevel } from './edit-paragraphs.ts'
import { selectByHandle } from './edit-words.ts'
import { currentView, setCurrentView } from './editor-view.ts'
import { createExplainPlugin, explainMeta, lacksUnderlines } from './explain-plugin.ts'
import { explanationOf } from './explanations.ts'
import { forgetNear, listenToNear } from './near-paragraphs.ts'
import { createParagraphView } from './paragraph-view.tsx'
import { createPastePlugin } from './paste-plugin.ts'
import { createParagraphId } from './schema.ts'
import { doc, findParagraph, listParagraphs, paragraphs, selectedIds, selection } from './script-state.ts'
import { takeBack } from './take-back.ts'
import { takeUndo } from './undo-outside.ts'

export type EditorKeys = Readonly<Record<string, Command>>

export type EditorOptions = {
  readonly keys: EditorKeys
  readonly isEditable: () => boolean
  /** Called with what is done here, and the states before and after it. */
  readonly onEdit: (transaction: Transaction, before: EditorState, after: EditorState) => void
}

/** Shows a script in `mount` for editing. The signals of the script follow it. */
export function openEditor(mount: HTMLElement, script: Node, { keys, isEditable, onEdit }: EditorOptions): EditorView {
  closeEditor()
  listenToNear(showExplanations)
  const state = EditorState.create({ doc: script, plugins: createPlugins(keys) })
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
      beforeinput: typeIntoEmpty,
    },
    editable: isEditable,
    dispatchTransaction(transaction) {
      const before = opened.state
      const next = opened.state.apply(transaction)
      opened.updateState(next)
      if (transaction.getMeta(sharedMeta) === undefined) onEdit(transaction, before, next)
      publish(next)
    },
  })
  setCurrentView(opened)
  publish(state)
  return opened
}

export function closeEditor(): void {
  selection.value = undefined
  selectedIds.value = []
  currentView()?.destroy()
  forgetNear()
  setCurrentView(undefined)
}

function createPlugins(keys: EditorKeys): Plugin[] {
  const undoAnything: Command = (state, _, view) =>
    takeUndo(state.doc) || (view !== undefined && takeBack(view, 'undo'))
  const redoOnly: Command = (_, __, view) => (view !== undefined && takeBack(view, 'redo')) || true
  return [
    giveParagraphsIds(),
    createExplainPlugin(),
    createPastePlugin(),
    keymap({
      ...keys,
      'Mod-z': undoAnything,
      // Taken also if there is nothing to redo: with Caps Lock, the same keys would undo.
      'Mod-y': redoOnly,
      'Shift-Mod-z': redoOnly,
      'Alt-ArrowUp': moveParagraph(-1),
      'Alt-ArrowDown': moveParagraph(1),
      ...Object.fromEntries(['ArrowRight', 'ArrowDown', 'End'].map((key) => [key, leaveAll('end')])),
      ...Object.fromEntries(['ArrowLeft', 'ArrowUp', 'Home'].map((key) => [key, leaveAll('start')])),
      'Mod-End': goTo('end'),
      'Mod-Home': goTo('start'),
      ...Object.fromEntries([0, 1, 2, 3].map((level) => [`Mod-Alt-${level}`, setLevel(level)])),
      // What follows a heading or a named paragraph is neither.
      Enter: splitBlockAs((node) => ({
        type: node.type,
        attrs: { ...node.attrs, id: createParagraphId(), name: '', level: 0, isSilent: false },
      })),
    }),
    keymap(baseKeymap),
  ]
}

type Side = 'start' | 'end'

/** Goes to the end or the start of the script. Browsers go to what is around the text there, where nothing can be typed. */
function goTo(side: Side): Command {
  return (state, dispatch) => {
    const target = side === 'end' ? Selection.atEnd(state.doc) : Selection.atStart(state.doc)
    dispatch?.(state.tr.setSelection(target).scrollIntoView())
    return true
  }
}

/** The same from a selection of everything alone. */
function leaveAll(side: Side): Command {
  return (state, dispatch) => state.selection instanceof AllSelection && goTo(side)(state, dispatch)
}

/** Pasted and split paragraphs get an id of their own, and new ones the avatar of the paragraph before. */
function giveParagraphsIds(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, { doc: script, tr }) {
      // Those of others have theirs.
      if (!transactions.some((one) => one.docChanged && one.getMeta(sharedMeta) === undefined)) return null
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

/**
 * Types the first letters of a paragraph. In a paragraph that has just been made, Chromium at times types them beside its text, where
 * they are lost.
 */
function typeIntoEmpty(view: EditorView, event: InputEvent): boolean {
  const { $from, empty } = view.state.selection
  const isTyped = event.inputType === 'insertText' && event.data !== null && !event.isComposing
  if (!isTyped || !empty || $from.parent.content.size > 0) return false
  event.preventDefault()
  view.dispatch(view.state.tr.insertText(event.data).scrollIntoView())
  return true
}

function publish(state: EditorState): void {
  doc.value = state.doc
  // Before the text has been clicked, nothing is selected.
  if (currentView()?.hasFocus() !== true && selection.value === undefined) return
  const { from, to } = state.selection
  // A selection of everything begins before the first paragraph.
  const $from = state.doc.resolve(Math.max(1, from))
  const base = $from.start(1)
  const { id } = $from.node(1).attrs as { id: string }
  const end = Math.min(to - base, $from.node(1).content.size)
  selection.value = { paragraphId: id, start: Math.max(0, from - base), end }
  selectedIds.value = listTouched(state)
}

/** Ids of the paragraphs that a selection touches. The beginning of a paragraph alone does not count. */
function listTouched({ doc: script, selection: { from, to, empty } }: EditorState): readonly string[] {
  const ids: string[] = []
  script.nodesBetween(from, Math.min(to, script.content.size), (node, position) => {
    const isTouched = empty || position + 1 < to || ids.length === 0
    if (node.isTextblock && isTouched) ids.push((node.attrs as { id: string }).id)
    return false
  })
  return ids
}

/** Shows explanations of paragraphs that have just come. */
export function showExplanations(paragraphIds: readonly string[]): void {
  const view = currentView()
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
  const [view, paragraph] = [currentView(), findParagraph(paragraphId)]
  if (view !== undefined && paragraph !== undefined && lacksUnderlines(view.state, paragraph))
    showExplanations([paragraphId])
}
