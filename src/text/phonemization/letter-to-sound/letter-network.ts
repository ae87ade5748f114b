import { isVowel } from '../../arpabet.ts'
import { addRow, type Matrix, multiply, openMatrix, openPacked, type PackedMatrix } from '../../packed-matrix.ts'
import { readSections } from '../../sectioned-file.ts'
import {
  describeLetters,
  describePast,
  describeWord,
  FEATURES,
  PAST_FEATURES,
  type SpelledWord,
} from './letter-features.ts'

/** A letter in its sounds: `x` as `K S`, a silent `e` as none. */
export type Graphone = {
  readonly letter: string
  readonly phonemes: readonly string[]
  /** The number of its sounds without stress, which other graphones may share. */
  readonly sounds: number
}

/** What a letter's sounds depend on beside the letters: the sounds of the letters behind it. */
export type Past = {
  /** The numbers of the sounds of the letters behind, the nearest first. */
  readonly sounds: readonly number[]
  readonly stress: StressSoFar
}

/** The vowels behind a letter. */
export type StressSoFar = {
  /** How many, at most `MOST_VOWELS`. */
  readonly vowels: number
  /** How many of them have the main stress. */
  readonly mains: number
  /** The stress of the nearest one, or `NO_VOWEL`. */
  readonly nearest: number
}

export type LetterNetwork = {
  readonly graphones: readonly Graphone[]
  /** What is behind the last letter. */
  readonly ending: Past
  /** Sees a word, and says how likely each of some graphones of a letter is: natural logarithms of their chances. */
  see(word: SpelledWord): (at: number, past: Past, graphones: readonly number[]) => Float64Array
}

const FILE_KIND = { kind: 'DLTS', version: 2 }
const MOST_VOWELS = 4
const NO_VOWEL = 3
const STRESSES = 4
/** Rows of weights for vowels behind a letter, and one for words whose stress is not known. */
export const STRESS_ROWS = 1 + (MOST_VOWELS + 1) * 2 * STRESSES
/** How many letters behind have their sounds looked at. */
const SOUNDS_BEHIND = 4

/**
 * Opens a packed network (data/letter-to-sound/en-us.bin). Each letter is the sum of the rows of its features and of what the
 * whole word shows of its language. A convolution joins it with its neighbours, and the sounds behind it are added: the word is
 * read from its end, which decides on English stress.
 */
export function createLetterNetwork(bytes: Uint8Array): LetterNetwork {
  const [list, ...parts] = readSections(bytes, FILE_KIND)
  const graphones = readGraphones(new TextDecoder().decode(list).split('\n'))
  const [rows, wordRows, pastRows] = parts.slice(0, 3).map(openPacked) as [PackedMatrix, PackedMatrix, PackedMatrix]
  const [origin, around, join, ...others] = parts.slice(3).map(openMatrix) as [Matrix, Matrix, Matrix, ...Matrix[]]
  const behind = others.slice(0, -2)
  const [stress, output] = others.slice(-2) as [Matrix, Matrix]
  const size = rows.columns
  const width = join.columns
  const neighbours = around.values.length / around.columns - 1
  const reach = (neighbours / size - 1) / 2
  const outputs = turn(output)
  const noSounds = behind[0]!.values.length / width - 1
  const past = new Uint16Array(PAST_FEATURES)
  const hidden = new Float64Array(width)

  /** What the letters of the whole word show, added to every letter. */
  const seeWord = (word: SpelledWord): Float64Array => {
    const groups = describeWord(word)
    const mean = sumRows(wordRows, groups)
    for (let d = 0; d < mean.length; d++) mean[d] = Math.tanh(mean[d]! / groups.length)
    return applyLayer(mean, origin)
  }
  const seeLetters = (word: SpelledWord): Float64Array => {
    const shared = seeWord(word)
    const features = describeLetters(word)
    const seen = new Float64Array((word.letters.length + 2 * reach) * size)
    for (let i = 0; i < word.letters.length; i++) {
      const sum = sumRows(rows, features.subarray(i * FEATURES, (i + 1) * FEATURES))
      for (let d = 0; d < size; d++) seen[(i + reach) * size + d] = Math.max(0, sum[d]! + shared[d]!)
    }
    return seen
  }
  const addPast = (word: SpelledWord, at: number, before: Past): void => {
    for (const [i, table] of behind.entries()) addRow(table, before.sounds[i]!, hidden)
    addRow(stress, stressRow(before.stress), hidden)
    describePast(word.letters, at, before.sounds, past)
    const sum = sumRows(pastRows, past)
    for (let d = 0; d < width; d++) hidden[d] = Math.max(0, hidden[d]! + sum[d]!)
  }
  return {
    graphones,
    ending: endOfWord(noSounds),
    see(word) {
      const seen = seeLetters(word)
      const contexts = Array.from({ length: word.letters.length }, (_, i) => {
        const near = applyLayer(seen.subarray(i * size, i * size + neighbours), around)
        for (let d = 0; d < near.length; d++) near[d] = Math.max(0, near[d]!)
        return applyLayer(near, join)
      })
      return (at, before, some) => {
        hidden.set(contexts[at]!)
        addPast(word, at, before)
        const scores = Float64Array.from(some, (graphone) => {
          const row = graphone * outputs.columns
          let sum = outputs.values[row + width]!
          for (let d = 0; d < width; d++) sum += hidden[d]! * outputs.values[row + d]!
          return sum
        })
        const most = Math.max(...scores)
        const total = most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0))
        return scores.map((score) => score - total)
      }
    },
  }
}

/** What is behind the last letter; `noSounds` is the number of no sounds at all. */
export function endOfWord(noSounds: number): Past {
  return {
    sounds: Array.from({ length: SOUNDS_BEHIND }, () => noSounds),
    stress: { vowels: 0, mains: 0, nearest: NO_VOWEL },
  }
}

/** What is behind the letter before one that is said as a graphone. */
export function extendPast({ sounds, stress }: Past, graphone: Graphone): Past {
  let { vowels, mains, nearest } = stress
  for (const phoneme of graphone.phonemes.toReversed()) {
    if (!isVowel(phoneme)) continue
    nearest = Number(phoneme.at(-1))
    vowels = Math.min(vowels + 1, MOST_VOWELS)
    mains += Number(nearest === 1)
  }
  return { sounds: [graphone.sounds, ...sounds.slice(0, -1)], stress: { vowels, mains, nearest } }
}

/** The row of weights for the vowels behind a letter; row 0 is for words whose stress is not known. */
export function stressRow({ vowels, mains, nearest }: StressSoFar): number {
  return 1 + (vowels * 2 + Math.min(mains, 1)) * STRESSES + nearest
}

/** Reads lines of a letter, the number of its sounds and its phonemes. */
function readGraphones(lines: readonly string[]): readonly Graphone[] {
  return lines.map((line) => {
    const [letter, sounds, ...phonemes] = line.split(' ')
    return { letter: letter!, sounds: Number(sounds), phonemes }
  })
}

function sumRows({ values, steps, columns }: PackedMatrix, numbers: Uint16Array): Float64Array {
  const sum = new Float64Array(columns)
  for (const number of numbers) {
    const row = number * columns
    if (number > 0) for (let d = 0; d < columns; d++) sum[d]! += values[row + d]!
  }
  for (let d = 0; d < columns; d++) sum[d]! *= steps[d]!
  return sum
}

/** The product of a row and a layer, whose last row of weights is added. */
function applyLayer(row: Float64Array, layer: Matrix): Float64Array {
  const sum = layer.values.slice(-layer.columns)
  multiply(row, layer, sum)
  return sum
}

/** The columns of a matrix as rows, so that one output is reckoned without the others. */
function turn({ values, columns }: Matrix): Matrix {
  const count = values.length / columns
  return {
    values: Float64Array.from(values, (_, i) => values[(i % count) * columns + Math.floor(i / count)]!),
    columns: count,
  }
}
