import { type Signal, signal } from '@preact/signals'
import { render } from 'preact'
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { ParagraphGap, ParagraphHeader, ParagraphNote } from './paragraph-parts.tsx'
import type { ParagraphAttributes } from './schema.ts'

/** A paragraph as a block: its avatar above, its text, what is wrong with it, and the pause after it. */
export function createParagraphView(node: Node, _view: EditorView): NodeView {
  const attributes: Signal<ParagraphAttributes> = signal(node.attrs as ParagraphAttributes)
  const dom = document.createElement('section')
  const [header, text, note, gap] = ['header', 'p', 'div', 'div'].map((tag) => document.createElement(tag))
  dom.className = 'paragraph'
  dom.dataset.paragraph = attributes.value.id
  dom.classList.toggle('is-empty', node.content.size === 0)
  for (const part of [header!, note!, gap!]) part.contentEditable = 'false'
  text!.className = 'text'
  text!.dir = 'auto'
  note!.role = 'status'
  dom.append(header!, text!, note!, gap!)
  render(<ParagraphHeader attributes={attributes} />, header!)
  render(<ParagraphNote attributes={attributes} />, note!)
  render(<ParagraphGap attributes={attributes} />, gap!)
  return {
    dom,
    contentDOM: text!,
    update(next) {
      if (next.type !== node.type) return false
      attributes.value = next.attrs as ParagraphAttributes
      dom.dataset.paragraph = attributes.value.id
      dom.classList.toggle('is-empty', next.content.size === 0)
      return true
    },
    stopEvent: (event) => !text!.contains(event.target as globalThis.Node),
    ignoreMutation: ({ target }) => !text!.contains(target),
    destroy() {
      for (const part of [header!, note!, gap!]) render(null, part)
    },
  }
}
