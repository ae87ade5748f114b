import { readFileSync } from 'node:fs'
import { analyzeText } from '../../src/text/analyze-text.ts'
import { createHomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { createReplacementSet } from '../../src/text/replacements/replacement-set.ts'
import { createTagger } from '../../src/text/tagging/tagger.ts'
import { findStarts } from '../../src/text/tagging/word-traits.ts'
import type { SpokenWord, Utterance } from '../../src/text/utterance.ts'
import type { Token, TreeSentence } from './read-treebank.ts'

/** A sentence as the service divides it, with the tokens of the treebank in each of its written words. */
export type Example = {
  readonly words: readonly SpokenWord[]
  /** Index of the first spoken word of each written word, and at the end the number of spoken words. */
  readonly starts: Int32Array
  /** Indexes into `tree.tokens`; empty if the treebank has no such word. */
  readonly tokens: readonly (readonly number[])[]
  readonly tree: TreeSentence
}

const DATA = new URL('../../data/', import.meta.url)

/** Characters of markup, which are no markup in text that is learnt from. */
const MARKUP = /[<>[\]&]|::/g

/** Creates a function that reads plain text as the service does. Places in the text stay as they are. */
export function createAnalyzer(): (text: string) => Utterance {
  const options = {
    lexicon: createLexicon(readFileSync(new URL('lexicon/en-us.bin', DATA))),
    letterToSound: createLetterToSound(readFileSync(new URL('letter-to-sound/en-us.bin', DATA))),
    homographs: createHomographModel(
      readFileSync(new URL('homographs/en-us.bin', DATA)),
      createTagger(readFileSync(new URL('tagging/en-us.bin', DATA))),
    ),
    readings: createReadingScorer(readFileSync(new URL('reading/en-us.bin', DATA))),
    replacements: createReplacementSet([]),
    ssml: false,
    locale: 'en_US',
  } as const
  return (text) =>
    analyzeText(
      text.replaceAll(MARKUP, (found) => ' '.repeat(found.length)),
      options,
    )
}

/** Reads the sentences of a treebank as the service does, and finds its tokens in their words. */
export function readExamples(trees: readonly TreeSentence[]): readonly Example[] {
  const analyze = createAnalyzer()
  return trees
    .filter(({ text }) => /[a-z0-9]/i.test(text))
    .flatMap((tree) => {
      const utterance = analyze(tree.text)
      return utterance.sentences.map(({ words }) => matchTokens(words, utterance, tree))
    })
}

function matchTokens(words: readonly SpokenWord[], utterance: Utterance, tree: TreeSentence): Example {
  const starts = findStarts(words)
  const tokens = Array.from(starts.subarray(0, -1), (first) => {
    const { start, end } = utterance.words[words[first]!.source]!
    return tree.tokens.flatMap((token, index) => (isInside(token, start, end) ? [index] : []))
  })
  return { words, starts, tokens, tree }
}

function isInside(token: Token, start: number, end: number): boolean {
  return token.start < end && token.end > start && token.universal !== 'PUNCT'
}
