import { TIGHT_FROM } from '../../src/synthesis/planning/phrasing/phrase-sentence.ts'
import { tagWords } from '../../src/text/tagging/tag-words.ts'
import { TAGS } from '../../src/text/tagging/tags.ts'
import { findTightWeights, sumWeights, TIGHT_FEATURES } from '../../src/text/tagging/tight-features.ts'
import { TIGHT, UNKNOWN } from './label-gaps.ts'
import type { Quantized } from './quantize.ts'
import type { TaggedSentence } from './train-tagger.ts'
import type { LabelledGaps } from './train-tight.ts'

/** How many words have the right tag, and how many the right universal part of speech. */
export function measureTags(sentences: readonly TaggedSentence[], weights: Int8Array): string {
  let [words, exact, universal] = [0, 0, 0]
  for (const { traits, tags: right } of sentences) {
    for (const [at, tag] of tagWords(traits, weights).entries()) {
      if (right[at]! < 0) continue
      words++
      if (tag === right[at]) exact++
      if (partOfSpeech(tag) === partOfSpeech(right[at]!)) universal++
    }
  }
  return `${words} words: ${percent(exact / words)} of tags right, ${percent(universal / words)} without the forms of verbs`
}

/** Precision and recall of tight gaps. */
export function measureGaps(sentences: readonly LabelledGaps[], { steps, step }: Quantized): string {
  const places = new Int32Array(TIGHT_FEATURES)
  let [gaps, found, right, both] = [0, 0, 0, 0]
  for (const { traits, tags, labels } of sentences) {
    for (const [at, label] of labels.entries()) {
      if (label === UNKNOWN) continue
      findTightWeights({ traits, at, tags }, steps.length, places)
      const isFound = step * sumWeights(places, steps) > TIGHT_FROM
      gaps++
      if (isFound) found++
      if (label === TIGHT) right++
      if (isFound && label === TIGHT) both++
    }
  }
  return `${gaps} gaps, ${right} of them tight: precision ${percent(both / found)}, recall ${percent(both / right)}`
}

function partOfSpeech(tag: number): string {
  return TAGS[tag]!.replace(/:.*/, '')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}
