import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { explanationOf, type ParagraphExplanation } from './explanations.ts'
import { createPauseMark } from './pause-mark.ts'
import { listParagraphs, type Paragraph } from './script-state.ts'

const key = new PluginKey<DecorationSet>('explanations')

/** Underlines words that are read in another way than they are written. */
export function createExplainPlugin(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, decorations, _, { doc }) {
        const mapped = decorations.map(transaction.mapping, transaction.doc)
        const explained = transaction.getMeta(key) as string | undefined
        return explained === undefined ? mapped : redecorate(mapped, doc, explained)
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })
}

/** The transaction metadata that shows a new explanation. */
export const explainMeta = key

/** Whether the underlines of a paragraph's explanation are missing, such as after the paragraph was deleted and brought back. */
export function lacksUnderlines(state: EditorState, { position, node, attributes }: Paragraph): boolean {
  const explanation = explanationOf(attributes.id).value
  const isUnderlined = explanation?.problem?.start !== undefined || explanation?.words.some(({ kind }) => kind)
  return isUnderlined === true && key.getState(state)?.find(position, position + node.nodeSize).length === 0
}

function redecorate(decorations: DecorationSet, doc: Node, paragraphId: string): DecorationSet {
  const paragraph = listParagraphs(doc).find(({ attributes }) => attributes.id === paragraphId)
  const explanation = explanationOf(paragraphId).value
  if (paragraph === undefined || explanation === undefined) return decorations
  const { position, node } = paragraph
  const stale = decorations.find(position, position + node.nodeSize)
  return decorations.remove(stale).add(doc, decorate(explanation, position + 1, node.content.size))
}

function decorate({ words, pauses, problem }: ParagraphExplanation, base: number, length: number): Decoration[] {
  const underlines = words.flatMap(({ start, end, kind }) =>
    kind === undefined || end > length
      ? []
      : [Decoration.inline(base + start, base + end, { class: `said said-${kind}` })],
  )
  const marks = pauses
    .filter(({ end }) => end <= length)
    .map((pause) =>
      Decoration.widget(base + pause.end, (view, position) => createPauseMark(view, position, pause), {
        side: -1,
        key: `${pause.end - pause.start} ${pause.seconds}`,
        ignoreSelection: true,
      }),
    )
  if (problem?.start === undefined || length === 0) return [...underlines, ...marks]
  const start = Math.min(problem.start, length - 1)
  return [
    ...underlines,
    ...marks,
    Decoration.inline(base + start, base + Math.min(length, start + 8), { class: 'said said-problem' }),
  ]
}
