import { signal } from '@preact/signals'
import type { Node } from 'prosemirror-model'
import { explanationOf, type ParagraphExplanation, soundsSame, speechKey } from './explanations.ts'
import { printMarkup } from './print-markup.ts'
import type { Paragraph } from './script-state.ts'

/** What the service was asked to speak, sentence by sentence. It keeps the audio of sentences, so that these come at once. */
const rendered = new Set<string>()
/** Rises when sentences become rendered. */
const renderedRevision = signal(0)

const sentencesOf = new WeakMap<Node, readonly Node[]>()

/** Words before a full stop that ends no sentence: titles, initials and a few abbreviations. */
const ABBREVIATION =
  /(?:^|[\s("'“‘])(?:Dr|Mr|Mrs|Ms|Mx|Prof|St|Rev|Hon|Gen|Col|Lt|Sgt|Capt|Gov|Sen|Rep|No|vs|e\.g|i\.e|\p{Lu})$/u

/** The offsets at which the sentences of a text end, each with the spaces behind it. */
function findSentenceEnds(text: string): readonly number[] {
  const ends = [...text.matchAll(/[.!?…]["'”’)\]]*\s+(?=\S)/g)]
    .filter(({ index }) => text[index] !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, index - 8), index)))
    .map((end) => end.index + end[0].length)
  return [...ends, text.length]
}

/** The sentence or sentences around some words of a text, without the spaces behind. */
export function findSentence(text: string, { start, end }: { start: number; end: number }) {
  const ends = findSentenceEnds(text)
  const to = ends.find((one) => one >= end) ?? text.length
  return { start: ends.findLast((one) => one <= start) ?? 0, end: text.slice(0, to).trimEnd().length }
}

/** The sentences of a paragraph, each as a paragraph of its own. */
function cutSentences(node: Node): readonly Node[] {
  const known = sentencesOf.get(node)
  if (known !== undefined) return known
  const cuts = findSentenceEnds(node.textContent)
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

/**
 * Keeps the sentences of a paragraph as rendered that sound as before, after libraries changed. `before` is the paragraph's
 * explanation until then. Returns whether all of it sounds as before.
 */
export function keepRendered(paragraph: Paragraph, before: ParagraphExplanation): boolean {
  const after = explanationOf(paragraph.attributes.id).value
  if (after === undefined) return false
  const key = speechKey(paragraph)
  const { markup } = printMarkup(paragraph.node)
  const [prefix, prefixBefore] = [key, before.key].map((one) => one.slice(0, one.length - markup.length))
  const keys = keysOf(paragraph)
  const ends = findSentenceEnds(paragraph.node.textContent)
  const isSame = ends.map((end, index) => soundsSame([before, after], { start: ends[index - 1] ?? 0, end }))
  for (const [index, one] of keys.entries()) {
    if (isSame[index] === true && rendered.has(`${prefixBefore}${one.slice(prefix!.length)}`)) rendered.add(one)
  }
  renderedRevision.value += 1
  return isSame.every(Boolean)
}

/** For each sentence of a paragraph, whether it is rendered. */
export function listRendered(paragraph: Paragraph): readonly boolean[] {
  void renderedRevision.value
  return keysOf(paragraph).map((key) => rendered.has(key))
}
