import { computed, signal } from '@preact/signals'
import type { Node } from 'prosemirror-model'
import { type ParagraphAttributes, scriptSchema } from './schema.ts'

/** The script that is open. */
export const doc = signal<Node>(scriptSchema.node('doc', null, [scriptSchema.node('paragraph')]))
export const title = signal('')
export const libraryIds = signal<readonly string[]>([])

/** Where the cursor or the selection is. Offsets are UTF-16 units of the paragraph's text. */
export type ScriptSelection = {
  readonly paragraphId: string
  readonly start: number
  readonly end: number
}
export const selection = signal<ScriptSelection | undefined>(undefined)

/** Ids of the paragraphs that the selection touches, in order. */
export const selectedIds = signal<readonly string[]>([])

export type Paragraph = { readonly node: Node; readonly position: number; readonly attributes: ParagraphAttributes }

/** Whether a paragraph is heard: it has text, and is no silent heading. */
export function isSpoken({ node, attributes }: Pick<Paragraph, 'node' | 'attributes'>): boolean {
  return !attributes.isSilent && node.textContent.trim() !== ''
}

export function listParagraphs(script: Node): readonly Paragraph[] {
  let position = 0
  return script.children.map((node) => {
    const paragraph = { node, position, attributes: node.attrs as ParagraphAttributes }
    position += node.nodeSize
    return paragraph
  })
}

export const paragraphs = computed(() => listParagraphs(doc.value))

const byId = computed(() => new Map(paragraphs.value.map((paragraph) => [paragraph.attributes.id, paragraph])))

export function findParagraph(id: string): Paragraph | undefined {
  return byId.value.get(id)
}

/** From 1, by id. */
export const paragraphNumbers = computed(
  () => new Map(paragraphs.value.map(({ attributes }, index) => [attributes.id, index + 1])),
)

export const selectedParagraph = computed(() =>
  selection.value === undefined ? undefined : findParagraph(selection.value.paragraphId),
)
