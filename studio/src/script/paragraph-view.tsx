import { effect, type Signal, signal } from '@preact/signals'
import { render } from 'preact'
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { hiddenIds } from './fold-scenes.ts'
import { renameNear, watchParagraph } from './near-paragraphs.ts'
import { ParagraphGap, ParagraphHeader, ParagraphNote } from './paragraph-parts.tsx'
import type { ParagraphAttributes } from './schema.ts'

/**
 * A paragraph as a block: its avatar above, its text, what is wrong with it, and the pause after it. Far from what is seen, it is its text
 * alone.
 */
export function createParagraphView(node: Node, view: EditorView): NodeView {
  const attributes: Signal<ParagraphAttributes> = signal(node.attrs as ParagraphAttributes)
  const dom = document.createElement('section')
  const [header, text, note, gap] = ['header', 'p', 'div', 'div'].map((tag) => document.createElement(tag))
  dom.className = 'paragraph'
  gap!.className = 'gap-place'
  const show = (shown: Node): void => {
    const { id, level, isSilent } = shown.attrs as ParagraphAttributes
    dom.dataset.paragraph = id
    dom.dataset.level = String(level)
    dom.classList.toggle('is-empty', shown.content.size === 0)
    dom.classList.toggle('is-silent', isSilent)
  }
  show(node)
  for (const part of [header!, note!, gap!]) part.contentEditable = 'false'
  text!.className = 'text'
  text!.dir = 'auto'
  note!.role = 'status'
  dom.append(header!, text!, note!, gap!)
  const stopFolding = effect(() => {
    dom.classList.toggle('is-folded', hiddenIds.value.has(attributes.value.id))
  })
  const stopWatching = watchParagraph(dom, {
    id: () => attributes.value.id,
    count: view.state.doc.childCount,
    listen(isNear) {
      render(isNear ? <ParagraphHeader attributes={attributes} /> : null, header!)
      render(isNear ? <ParagraphNote attributes={attributes} /> : null, note!)
      render(isNear ? <ParagraphGap attributes={attributes} /> : null, gap!)
    },
  })
  return {
    dom,
    contentDOM: text!,
    update(next) {
      if (next.type !== node.type) return false
      const before = attributes.value.id
      attributes.value = next.attrs as ParagraphAttributes
      renameNear(before, attributes.value.id)
      show(next)
      return true
    },
    stopEvent: (event) => !text!.contains(event.target as globalThis.Node),
    ignoreMutation: ({ target }) => !text!.contains(target),
    destroy() {
      stopFolding()
      stopWatching()
      for (const part of [header!, note!, gap!]) render(null, part)
    },
  }
}
