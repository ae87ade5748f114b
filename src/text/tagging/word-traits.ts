import { type ByteTable, findByte } from '../byte-table.ts'
import { wordsOfKind } from '../english/word-kinds.ts'
import { wordList } from '../english/word-list.ts'
import type { NormalizedWord } from '../normalization/normalized-text.ts'
import { hashText, mix } from './hash.ts'

/** The written words of a sentence as a tagger sees them: numbers that are equal for equal traits. */
export type WordTraits = {
  /** Index of the first spoken word of each written word, and at the end the number of spoken words. */
  readonly starts: Int32Array
  /** Hashes of the word and of its last letters, without regard to case. */
  readonly word: Int32Array
  readonly suffix2: Int32Array
  readonly suffix3: Int32Array
  readonly suffix4: Int32Array
  /** What kind of word it usually is. */
  readonly kind: Uint8Array
  /** Capitals, and whether the word is read as several: a number from 0 to 5. */
  readonly shape: Uint8Array
  /** Punctuation after the word: 0 for none, 1 for a comma, 2 for others. */
  readonly mark: Uint8Array
}

/** What is described of a word, whether it has its sounds or not. */
type PlainWord = Omit<NormalizedWord, 'sound'>

type Written = { readonly first: PlainWord; readonly last: PlainWord; readonly count: number }

const SMALL = 0
const CAPITAL = 1
const CAPITALS = 2
const INITIAL = 3
const SEVERAL = 4
const LETTERS = 5

/** Numbers are alike: each cardinal is seen as `ten`, each ordinal as `tenth`. */
const ALIKE: ReadonlyMap<string, string> = new Map([
  ...wordsOfKind('NUM').map((word) => [word, 'ten'] as const),
  ...wordsOfKind('ORD').map((word) => [word, 'tenth'] as const),
])
/** Words that are also more than a number, unless they end a larger one. */
const DISTINCT = wordList('numbers apart')

/** The same traits with kinds from another table. */
export function withKinds(traits: WordTraits, kinds: ByteTable): WordTraits {
  return { ...traits, kind: Uint8Array.from(traits.word, (hash) => findByte(kinds, hash)) }
}

/** Describes the words of a sentence. What is read as several words, such as `$25`, is described by the first and the last of them. */
export function describeWords(words: readonly PlainWord[], kinds: ByteTable): WordTraits {
  const starts = findStarts(words)
  const count = starts.length - 1
  const numbers = () => new Int32Array(count)
  const traits = {
    starts,
    word: numbers(),
    suffix2: numbers(),
    suffix3: numbers(),
    suffix4: numbers(),
    kind: new Uint8Array(count),
    shape: new Uint8Array(count),
    mark: new Uint8Array(count),
  }
  for (let i = 0; i < count; i++) {
    const end = starts[i + 1]!
    describe(traits, i, { first: words[starts[i]!]!, last: words[end - 1]!, count: end - starts[i]! })
    traits.kind[i] = findByte(kinds, traits.word[i]!)
  }
  return traits
}

/** Returns the index of the first spoken word of each written word, and at the end the number of spoken words. */
export function findStarts(words: readonly PlainWord[]): Int32Array {
  const starts = new Int32Array(words.length + 1)
  let count = 0
  for (let i = 0; i < words.length; i++) {
    if (i === 0 || words[i]!.source !== words[i - 1]!.source) starts[count++] = i
  }
  starts[count] = words.length
  return starts.subarray(0, count + 1)
}

function describe(traits: WordTraits, at: number, { first, last, count }: Written): void {
  const { text } = last
  let hash = 0
  for (let i = text.length - 1, length = 1; i >= 0 && length <= 4; i--, length++) {
    hash = mix(hash, text.charCodeAt(i))
    if (length <= 2) traits.suffix2[at] = hash
    if (length <= 3) traits.suffix3[at] = hash
    traits.suffix4[at] = hash
  }
  const seen = count === 1 && DISTINCT.has(text) ? text : seenAs(text)
  traits.word[at] = count === 1 || seen !== text ? hashText(seen) : mix(hashText(text), hashText(seenAs(first.text)))
  traits.shape[at] = count === 1 ? shapeOf(last.written) : text.length === 1 ? LETTERS : SEVERAL
  const mark = last.boundary?.mark
  traits.mark[at] = mark === undefined ? 0 : mark === ',' ? 1 : 2
}

function seenAs(text: string): string {
  return ALIKE.get(text) ?? text
}

function shapeOf(written: string): number {
  if (!isCapital(written.charCodeAt(0))) return SMALL
  if (written.length === 1) return INITIAL
  return isCapital(written.charCodeAt(1)) ? CAPITALS : CAPITAL
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}
