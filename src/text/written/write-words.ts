import { removeNoCharacters } from '../characters/no-character.ts'
import type { MarkupTree } from '../markup/tree/markup-tree.ts'
import type { SourceWord } from '../normalization/normalized-text.ts'
import { type Steps, takeSteps } from '../steps.ts'
import { divideInSteps, layOutWritten } from './lay-out-written.ts'
import { splitGap, trimFirst, trimLast } from './split-gap.ts'

/** One of the caller's words, and what a reader sees around it. `before`, `shown ?? text` and `after` of all words make the text without markup. */
export type WrittenWord = SourceWord & {
  /** Punctuation that belongs to the word, such as an opening quotation mark. */
  readonly before: string
  /** All that follows up to the next word's `before`. Ends with a space if the next word may be on another line. */
  readonly after: string
  /** The word without entities. Absent if that is `text`. */
  readonly shown?: string
}

/** Words that are written in one step. */
const STEP = 512

/** A tag inside a word is not part of it: `<b>H</b>ello`. */
const HOLDS_TAG = /<\/?[a-z]/i

/** Adds to each word of a text what a reader sees around it. The words are in order and do not overlap. */
export function writeWords(tree: MarkupTree, words: readonly SourceWord[]): readonly WrittenWord[] {
  return takeSteps(writeWordsInSteps(tree, words))
}

/** The same, some hundred words a step. */
export function* writeWordsInSteps(tree: MarkupTree, words: readonly SourceWord[]): Steps<readonly WrittenWord[]> {
  const edges = [0, ...words.flatMap(({ start, end }) => [start, end]), Number.POSITIVE_INFINITY]
  const texts = (yield* divideInSteps(layOutWritten(tree), edges)).map(removeNoCharacters)
  const last = words.length - 1
  const written: WrittenWord[] = []
  for (const [i, word] of words.entries()) {
    if (i % STEP === STEP - 1) yield
    const shown = texts[i * 2 + 1]!
    const text = HOLDS_TAG.test(word.text) ? shown : removeNoCharacters(word.text)
    written.push({
      ...word,
      text,
      before: i === 0 ? trimFirst(texts[0]!) : splitGap(texts[i * 2]!).before,
      after: i === last ? trimLast(texts[i * 2 + 2]!) : splitGap(texts[i * 2 + 2]!).after,
      ...(shown !== text && { shown }),
    })
  }
  return written
}
