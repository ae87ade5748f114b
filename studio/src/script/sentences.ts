import { signal } from '@preact/signals'
import type { Node } from 'prosemirror-model'
import { speechKey } from './explanations.ts'
import type { Paragraph } from './script-state.ts'

/** What the service was asked to speak, sentence by sentence. It keeps the audio of sentences, so that these come at once. */
const rendered = new Set<string>()
/** Rises when sentences become rendered. */
const renderedRevision = signal(0)

const sentencesOf = new WeakMap<Node, readonly Node[]>()

/** The sentences of a paragraph, each as a paragraph of its own. */
function cutSentences(node: Node): readonly Node[] {
  const known = sentencesOf.get(node)
  if (known !== undefined) return known
  const text = node.textContent
  const ends = [...text.matchAll(/[.!?…]["'”’)\]]*\s+(?=\S)/g)].map((end) => end.index + end[0].length)
  const cuts = [...ends, text.length]
  const sentences = cuts.map((end, index) => node.cut(cuts[index - 1] ?? 0, end))
  sentencesOf.set(node, sentences)
  return sentences
}

function keysOf(paragraph: Paragraph): readonly string[] {
  return cutSentences(paragraph.node).map((node) => speechKey({ ...paragraph, node }).trimEnd())
}

export function noteRendered(paragraph: Paragraph): void {
  for (const key of keysOf(paragraph)) rendered.add(key)
  renderedRevision.value += 1
}

/** For each sentence of a paragraph, whether it is rendered. */
export function listRendered(paragraph: Paragraph): readonly boolean[] {
  void renderedRevision.value
  return keysOf(paragraph).map((key) => rendered.has(key))
}
