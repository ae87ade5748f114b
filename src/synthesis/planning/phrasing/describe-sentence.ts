import { countSyllables, isVowel } from '../../../text/arpabet.ts'
import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { SpokenWord } from '../../../text/utterance.ts'
import { type BreakHabits, edgeClass, pairKey, shapeClass, tripleKey, type WordHabit } from './break-habits.ts'

/** A sentence as input of the phrasing model, with one value for each word, or for the gap after it. */
export type DescribedSentence = {
  readonly syllables: readonly number[]
  /** Punctuation in the gap, as a number that trees can compare; 0 for none, SENTENCE_END after the last word. */
  readonly marks: readonly number[]
  /** Number of gaps with punctuation. */
  readonly innerMarks: number
  /** Log-odds of a pause after the word and before it. */
  readonly after: readonly number[]
  readonly before: readonly number[]
  /** The same log-odds for the word's cluster. */
  readonly clusterAfter: readonly number[]
  readonly clusterBefore: readonly number[]
  /** Log-odds of a pause in the gap: by the two clusters around it, and by all habits together. */
  readonly pair: readonly number[]
  readonly inclination: readonly number[]
  /** How each word begins and ends. */
  readonly firstSounds: readonly EdgeOfWord[]
  readonly lastSounds: readonly EdgeOfWord[]
}

/** The sound at an edge of a word, whether the syllable there is stressed, and the number of phonemes of the word. */
type EdgeOfWord = { readonly kind: number; readonly isStressed: boolean; readonly phonemes: number }

/** Kinds of consonants: nasals, approximants, voiced and voiceless stops, affricates, voiced and voiceless fricatives. Vowels are 0. */
const KIND_NUMBERS: ReadonlyMap<string, number> = new Map(
  ['M N NG', 'L R W Y', 'B D G', 'P T K', 'CH JH', 'V DH Z ZH', 'F TH S SH HH'].flatMap((phonemes, kind) =>
    phonemes.split(' ').map((phoneme): readonly [string, number] => [phoneme, kind + 1]),
  ),
)

const MARK_NUMBERS: Readonly<Partial<Record<BoundaryMark, number>>> = {
  ',': 1,
  '"': 2,
  '(': 3,
  ')': 4,
  '-': 5,
  ':': 6,
  ';': 7,
}
export const SENTENCE_END = 8

/** Describes the words of one sentence. */
export function describeSentence(words: readonly SpokenWord[], habits: BreakHabits): DescribedSentence {
  const found = words.map((word, i) => habitOf(word, i === 0, habits))
  const last = words.length - 1
  const clusterAfter = found.map(({ cluster }) => habits.after[cluster]!)
  const clusterBefore = found.map(({ cluster }) => habits.before[cluster]!)
  return {
    syllables: words.map(({ phonemes }) => countSyllables(phonemes)),
    marks: words.map(({ boundary }, i) => (i === last ? SENTENCE_END : markNumber(boundary?.mark))),
    innerMarks: words.reduce((sum, { boundary }, i) => sum + (i < last && boundary !== undefined ? 1 : 0), 0),
    after: found.map(({ after }, i) => after + clusterAfter[i]!),
    before: found.map(({ before }, i) => before + clusterBefore[i]!),
    clusterAfter,
    clusterBefore,
    pair: found.map(({ cluster }, i) => {
      return i === last ? 0 : habits.between[pairKey(cluster, found[i + 1]!.cluster, habits.clusters)]!
    }),
    inclination: words.map((_, i) => (i === last ? 0 : inclinationAt(i, { words, found, habits }))),
    firstSounds: words.map(({ phonemes }) => edgeOfWord(phonemes, 0, phonemes.find(isVowel))),
    lastSounds: words.map(({ phonemes }) => edgeOfWord(phonemes, phonemes.length - 1, phonemes.findLast(isVowel))),
  }
}

/** The class of a word: its learnt cluster, or one by its shape. A capital at the start of a sentence is ignored. */
export function classOfWord({ text, written }: SpokenWord, isFirst: boolean, habits: BreakHabits): number {
  return habits.words.get(text)?.cluster ?? shapeClass(text, isFirst ? '' : written, habits.clusters)
}

/** Classes around the gap after word `at`: two before it and two after it. Positions beyond punctuation have the edge class. */
export function classesAround(
  at: number,
  words: readonly SpokenWord[],
  classOf: (index: number) => number,
  edge: number,
): readonly [number, number, number, number] {
  const isEdge = (index: number) => index < 0 || index >= words.length
  const far = (index: number, gap: number) =>
    isEdge(index) || words[gap]?.boundary !== undefined ? edge : classOf(index)
  return [far(at - 1, at - 1), classOf(at), classOf(at + 1), far(at + 2, at + 1)]
}

function habitOf(word: SpokenWord, isFirst: boolean, habits: BreakHabits): WordHabit {
  return habits.words.get(word.text) ?? { cluster: classOfWord(word, isFirst, habits), after: 0, before: 0 }
}

type Inclining = {
  readonly words: readonly SpokenWord[]
  readonly found: readonly WordHabit[]
  readonly habits: BreakHabits
}

function inclinationAt(at: number, { words, found, habits }: Inclining): number {
  const { clusters, between, leftOf, rightOf } = habits
  const classOf = (index: number) => found[index]!.cluster
  const [a, b, c, d] = classesAround(at, words, classOf, edgeClass(clusters))
  return (
    between[pairKey(b, c, clusters)]! +
    found[at]!.after +
    found[at + 1]!.before +
    (leftOf.get(tripleKey([a, b, c], clusters)) ?? 0) +
    (rightOf.get(tripleKey([b, c, d], clusters)) ?? 0)
  )
}

function edgeOfWord(phonemes: readonly string[], at: number, vowel: string | undefined): EdgeOfWord {
  const isStressed = vowel !== undefined && !vowel.endsWith('0')
  return { kind: KIND_NUMBERS.get(phonemes[at]!) ?? 0, isStressed, phonemes: phonemes.length }
}

function markNumber(mark: BoundaryMark | undefined): number {
  return mark === undefined ? 0 : (MARK_NUMBERS[mark] ?? SENTENCE_END)
}
