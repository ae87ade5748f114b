import { type Mark, Node } from 'prosemirror-model'
import type { Marks, Paragraph, Run } from '../../../src/projects/script.ts'
import { createParagraphId, type ParagraphAttributes, scriptSchema } from './schema.ts'

/** A paragraph of the editor as the shared script has it. */
export function toParagraph(node: Node): Paragraph {
  return { ...(node.attrs as ParagraphAttributes), runs: toRuns(node) }
}

/** The text of a paragraph with its marks. */
export function toRuns(node: Node): readonly Run[] {
  return node.children.map(({ text = '', marks }) => ({
    text,
    marks: Object.fromEntries(marks.map(({ type, attrs }) => [type.name, attrs.value])) as Marks,
  }))
}

/** A paragraph of the shared script as the editor has it. */
export function toNode({ runs, ...paragraph }: Paragraph): Node {
  const { id, speaker, pause, name, level, isSilent } = paragraph
  return scriptSchema.node(
    'paragraph',
    { id, speaker, pause, name, level, isSilent },
    runs.map(({ text, marks }) => scriptSchema.text(text, toMarks(marks))),
  )
}

function toMarks(marks: Marks): readonly Mark[] {
  return Object.entries(marks).map(([name, value]) => scriptSchema.mark(name, { value }))
}

/** The document of paragraphs. The editor shows one at least. */
export function toDocument(paragraphs: readonly Paragraph[]): Node {
  const nodes = paragraphs.map(toNode)
  if (nodes.length === 0) nodes.push(scriptSchema.node('paragraph', { id: createParagraphId() }))
  return scriptSchema.node('doc', null, nodes)
}

/** The paragraphs of a document that was stored as JSON. */
export function parseDocument(json: unknown): readonly Paragraph[] {
  return Node.fromJSON(scriptSchema, json).children.map(toParagraph)
}
