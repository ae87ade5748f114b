import { ARPABET_SYMBOLS, withoutStress } from '../../src/text/arpabet.ts'

/** A word and one of its pronunciations. */
export type SpelledPronunciation = { readonly word: string; readonly phonemes: readonly string[] }

/** The letters of a word, each with the phonemes it stands for (none, one or two). */
export type Alignment = readonly (readonly [letter: string, phonemes: readonly string[]])[]

const LETTERS = "'abcdefghijklmnopqrstuvwxyz"
const PHONES = [...new Set(ARPABET_SYMBOLS.map(withoutStress))]
const PHONE_CODES = new Map(ARPABET_SYMBOLS.map((symbol) => [symbol, PHONES.indexOf(withoutStress(symbol))]))
/** Chunks of a letter: none, one phone, two phones. */
const CHUNKS = 1 + PHONES.length + PHONES.length ** 2
const ITERATIONS = 12

type CodedWord = { readonly letters: Uint8Array; readonly phones: Uint8Array }

/**
 * Aligns letters with phonemes, each letter with none to two, by expectation maximisation (Jiampojamarn, Kondrak and Sherif,
 * "Applying Many-to-Many Alignments", NAACL 2007), without regard to stress. Undefined for a pair that cannot be aligned, such as `bmw`.
 */
export function alignLetters(pairs: readonly SpelledPronunciation[]): readonly (Alignment | undefined)[] {
  const coded = pairs.map(({ word, phonemes }) => ({
    letters: Uint8Array.from(word, (letter) => LETTERS.indexOf(letter)),
    phones: Uint8Array.from(phonemes, (phoneme) => PHONE_CODES.get(phoneme)!),
  }))
  let chances = initialChances()
  for (let i = 0; i < ITERATIONS; i++) chances = maximise(coded, chances)
  return pairs.map((pair, index) => bestAlignment(pair, coded[index]!, chances))
}

/** One phone a letter is the rule, none the exception, two the rare case. */
function initialChances(): Float64Array {
  const chances = new Float64Array(LETTERS.length * CHUNKS)
  for (let i = 0; i < chances.length; i++) {
    const chunk = i % CHUNKS
    if (chunk === 0) chances[i] = 0.2
    else if (chunk <= PHONES.length) chances[i] = 1
    else chances[i] = 0.02
  }
  return chances
}

function chunkOf(phones: Uint8Array, start: number, length: number): number {
  if (length === 0) return 0
  if (length === 1) return 1 + phones[start]!
  return 1 + PHONES.length + phones[start]! * PHONES.length + phones[start + 1]!
}

/** One round: counts every chunk by its share in all alignments of all words, then turns counts into chances. */
function maximise(words: readonly CodedWord[], chances: Float64Array): Float64Array {
  const counts = new Float64Array(chances.length)
  for (const word of words) countChunks(word, { chances, counts })
  for (let letter = 0; letter < LETTERS.length; letter++) {
    const row = counts.subarray(letter * CHUNKS, (letter + 1) * CHUNKS)
    const total = row.reduce((sum, count) => sum + count, 0)
    for (let chunk = 0; chunk < CHUNKS; chunk++) row[chunk] = total === 0 ? 0 : row[chunk]! / total
  }
  return counts
}

function countChunks({ letters, phones }: CodedWord, tables: { chances: Float64Array; counts: Float64Array }): void {
  const { chances, counts } = tables
  const width = phones.length + 1
  const forward = new Float64Array((letters.length + 1) * width)
  const backward = new Float64Array(forward.length)
  forward[0] = 1
  backward[forward.length - 1] = 1
  for (let i = 0; i < letters.length; i++)
    for (let j = 0; j < width; j++)
      for (let k = 0; k <= 2 && j + k < width; k++)
        forward[(i + 1) * width + j + k]! +=
          forward[i * width + j]! * chances[letters[i]! * CHUNKS + chunkOf(phones, j, k)]!
  const total = forward[forward.length - 1]!
  if (total === 0) return
  for (let i = letters.length - 1; i >= 0; i--)
    for (let j = 0; j < width; j++)
      for (let k = 0; k <= 2 && j + k < width; k++) {
        const slot = letters[i]! * CHUNKS + chunkOf(phones, j, k)
        const rest = backward[(i + 1) * width + j + k]! * chances[slot]!
        backward[i * width + j]! += rest
        counts[slot]! += (forward[i * width + j]! * rest) / total
      }
}

function bestAlignment(
  { word, phonemes }: SpelledPronunciation,
  { letters, phones }: CodedWord,
  chances: Float64Array,
) {
  const width = phones.length + 1
  const best = new Float64Array((letters.length + 1) * width)
  const taken = new Uint8Array(best.length)
  best[0] = 1
  for (let i = 0; i < letters.length; i++)
    for (let j = 0; j < width; j++)
      for (let k = 0; k <= 2 && j + k < width; k++) {
        const chance = best[i * width + j]! * chances[letters[i]! * CHUNKS + chunkOf(phones, j, k)]!
        const target = (i + 1) * width + j + k
        if (chance > best[target]!) {
          best[target] = chance
          taken[target] = k
        }
      }
  if (best[best.length - 1] === 0) return undefined
  const alignment: [string, readonly string[]][] = []
  for (let i = letters.length, j = phones.length; i > 0; i--) {
    const k = taken[i * width + j]!
    alignment.unshift([word[i - 1]!, phonemes.slice(j - k, j)])
    j -= k
  }
  return alignment
}
