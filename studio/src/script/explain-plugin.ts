import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { explanationOf, type ParagraphExplanation } from './explanations.ts'
import { isNear } from './near-paragraphs.ts'
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
        const explained = (transaction.getMeta(key) ?? []) as readonly string[]
        return explained.length === 0 ? mapped : redecorate(mapped, doc, new Set(explained))
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })
}

/** The transaction metadata that shows new explanations: the ids of their paragraphs. */
export const explainMeta = key

/** Whether the underlines of a paragraph's explanation are missing, such as after the paragraph was deleted and brought back. */
export function lacksUnderlines(state: EditorState, { position, node, attributes }: Paragraph): boolean {
  if (!isNear(attributes.id)) return false
  const explanation = explanationOf(attributes.id).value
  const isUnderlined = explanation?.problem?.start !== undefined || explanation?.words.some(({ kind }) => kind)
  return isUnderlined === true && key.getState(state)?.find(position, position + node.nodeSize).length === 0
}

function redecorate(decorations: DecorationSet, doc: Node, paragraphIds: ReadonlySet<string>): DecorationSet {
  return listParagraphs(doc)
    .filter(({ attributes }) => paragraphIds.has(attributes.id))
    .reduce((set, paragraph) => redecorateParagraph(set, doc, paragraph), decorations)
}

function redecorateParagraph(decorations: DecorationSet, doc: Node, { position, node, attributes }: Paragraph) {
  if (!isNear(attributes.id)) return decorations.remove(decorations.find(position, position + node.nodeSize))
  const explanation = explanationOf(attributes.id).value
  if (explanation === undefined) return decorations
  const { problem } = explanation
  // What cannot be spoken has no explanation: the other words keep the underlines that they have.
  const isStale = ({ isProblem }: { isProblem?: boolean }) => isProblem === true || problem === undefined
  const stale = decorations.find(position, position + node.nodeSize, isStale)
  const added = problem === undefined ? decorate(explanation, position + 1, node.content.size) : []
  if (problem?.start !== undefined && node.content.size > 0) {
    added.push(underlineProblem(node.textContent, position + 1, problem.start))
  }
  return decorations.remove(stale).add(doc, added)
}

/** Underlines the whole word, up to white space, at the offset that a refusal names. */
function underlineProblem(text: string, base: number, offset: number): Decoration {
  const place = Math.min(offset, text.length - 1)
  const start = text.slice(0, place + 1).search(/\S*\s*$/)
  const { length } = /^\s*\S*/.exec(text.slice(start))![0]
  return Decoration.inline(base + start, base + start + length, { class: 'said said-problem' }, { isProblem: true })
}

function decorate({ words, pauses }: ParagraphExplanation, base: number, length: number): Decoration[] {
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
  return [...underlines, ...marks]
}
