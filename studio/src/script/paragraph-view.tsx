import { effect, type Signal, signal } from '@preact/signals'
import { render } from 'preact'
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { hiddenIds } from './fold-scenes.ts'
import { ParagraphGap, ParagraphHeader, ParagraphNote } from './paragraph-parts.tsx'
import type { ParagraphAttributes } from './schema.ts'

/** A paragraph as a block: its avatar above, its text, what is wrong with it, and the pause after it. */
export function createParagraphView(node: Node, _view: EditorView): NodeView {
  const attributes: Signal<ParagraphAttributes> = signal(node.attrs as ParagraphAttributes)
  const dom = document.createElement('section')
  const [header, text, note, gap] = ['header', 'p', 'div', 'div'].map((tag) => document.createElement(tag))
  dom.className = 'paragraph'
  dom.dataset.paragraph = attributes.value.id
  const show = (shown: Node): void => {
    const { level, isSilent } = shown.attrs as ParagraphAttributes
    dom.classList.toggle('is-empty', shown.content.size === 0)
    dom.classList.toggle('is-silent', isSilent)
    dom.dataset.level = String(level)
  }
  show(node)
  const stopFolding = effect(() => {
    dom.classList.toggle('is-folded', hiddenIds.value.has(attributes.value.id))
  })
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
      show(next)
      return true
    },
    stopEvent: (event) => !text!.contains(event.target as globalThis.Node),
    ignoreMutation: ({ target }) => !text!.contains(target),
    destroy() {
      stopFolding()
      for (const part of [header!, note!, gap!]) render(null, part)
    },
  }
}
