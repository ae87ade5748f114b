import { ARPABET_SYMBOLS, isVowel } from '../../arpabet.ts'
import { packSections, readSections } from '../../sectioned-file.ts'
import { decodeGraphones, type Reading, type SymbolRange } from './decode-graphones.ts'
import {
  extendContexts,
  type GraphoneNodes,
  type GraphoneTree,
  logChanceOf,
  packGraphoneTree,
  readGraphoneTree,
} from './graphone-tree.ts'

/** Guesses how a word is said from its letters. */
export type LetterToSound = {
  /**
   * The likely readings of a word (letters a to z and apostrophes, at least one letter), best first. Empty if none has a vowel.
   */
  readingsOf(word: string): readonly GuessedReading[]
  /** The likeliest reading by a narrow search, several times as fast; for strings that are too long to be words. */
  skim(word: string): readonly string[] | undefined
}

/** One way to say a word; `share` is its chance among the readings found. */
export type GuessedReading = { readonly phonemes: readonly string[]; readonly share: number }

/** A letter in its sound: `x` as `K S`, a silent `e` as nothing. The letter is empty for a word's end. */
export type Graphone = { readonly letter: string; readonly phonemes: readonly string[] }

/** What a model is packed from. Symbol 0 opens every word; the graphones follow from 1, those of a letter side by side. */
export type LetterToSoundTables = {
  readonly graphones: readonly Graphone[]
  /** Predicts a graphone from those before it. */
  readonly forward: GraphoneNodes
  /** Predicts a graphone from those after it. */
  readonly backward: GraphoneNodes
}

const FILE_KIND = { kind: 'DLTS', version: 1 }
const START_SYMBOL = 0
/** Most readings that are followed at once, and how far (natural logarithm) behind the best. */
const BEAM = { beamSize: 32, beamWidth: 10 }
const NARROW_BEAM = { beamSize: 2, beamWidth: 4 }
/** Share of the right-to-left model in the choice between the readings found. */
const BACKWARD_WEIGHT = 0.5
/** Natural logarithm by which a reading without exactly one primary stress is held back. */
const STRESS_PENALTY = 3

/**
 * Opens a packed model (data/letter-to-sound/en-us.bin): joint n-grams of letters and sounds (Bisani and Ney, "Joint-sequence
 * models for grapheme-to-phoneme conversion", 2008). Readings found from left to right are ranked again with a right-to-left
 * model, which sees the endings that decide on English stress.
 */
export function createLetterToSound(bytes: Uint8Array): LetterToSound {
  const [graphoneBytes, forwardBytes, backwardBytes] = readSections(bytes, FILE_KIND)
  const graphones = unpackGraphones(graphoneBytes!)
  const forward = readGraphoneTree(forwardBytes!)
  const backward = readGraphoneTree(backwardBytes!)
  const ranges = rangesByLetter(graphones)
  const primaries = Uint8Array.from([0, ...graphones.map(({ phonemes }) => countPrimaries(phonemes))])

  const decode = (word: string, beam: { beamSize: number; beamWidth: number }): readonly Reading[] => {
    const letters = [...word.split(''), ''].map((letter) => ranges.get(letter)!)
    return decodeGraphones(letters, { tree: forward, primaries, startSymbol: START_SYMBOL, ...beam })
  }
  const soundsOf = (symbols: readonly number[]): readonly string[] =>
    symbols.flatMap((symbol) => graphones[symbol - 1]!.phonemes)
  const scoreOf = (reading: Reading, symbols: readonly number[]): number =>
    (1 - BACKWARD_WEIGHT) * reading.score +
    BACKWARD_WEIGHT * logChanceOfWord(backward, symbols) -
    (reading.primaries === 1 ? 0 : STRESS_PENALTY)

  return {
    readingsOf(word) {
      const chances = new Map<string, number>()
      for (const reading of decode(word, BEAM)) {
        const symbols = symbolsOf(reading)
        const phonemes = soundsOf(symbols)
        if (!phonemes.some(isVowel)) continue
        const key = phonemes.join(' ')
        chances.set(key, (chances.get(key) ?? 0) + Math.exp(scoreOf(reading, symbols)))
      }
      return rank(chances)
    },
    skim: (word) =>
      decode(word, NARROW_BEAM)
        .map((reading) => soundsOf(symbolsOf(reading)))
        .find((phonemes) => phonemes.some(isVowel)),
  }
}

/** Packs tables into the bytes that `createLetterToSound` opens. */
export function packLetterToSound({ graphones, forward, backward }: LetterToSoundTables): Uint8Array {
  const codes = graphones.flatMap(({ letter, phonemes }) => [
    letter === '' ? 0 : letter.charCodeAt(0),
    phonemes.length,
    ...phonemes.map((phoneme) => ARPABET_SYMBOLS.indexOf(phoneme)),
  ])
  return packSections([Uint8Array.from(codes), packGraphoneTree(forward), packGraphoneTree(backward)], FILE_KIND)
}

function unpackGraphones(codes: Uint8Array): readonly Graphone[] {
  const graphones: Graphone[] = []
  for (let i = 0; i < codes.length; i += 2 + codes[i + 1]!) {
    const phonemes = [...codes.subarray(i + 2, i + 2 + codes[i + 1]!)].map((code) => ARPABET_SYMBOLS[code]!)
    graphones.push({ letter: codes[i] === 0 ? '' : String.fromCharCode(codes[i]!), phonemes })
  }
  return graphones
}

function rangesByLetter(graphones: readonly Graphone[]): ReadonlyMap<string, SymbolRange> {
  const ranges = new Map<string, SymbolRange>()
  for (const [index, { letter }] of graphones.entries()) {
    const first = ranges.get(letter)?.first ?? index + 1
    ranges.set(letter, { first, end: index + 2 })
  }
  return ranges
}

function countPrimaries(phonemes: readonly string[]): number {
  return phonemes.filter((phoneme) => phoneme.endsWith('1')).length
}

/** The graphones of a reading from the first to the word's end, without the opening symbol. */
function symbolsOf(reading: Reading): readonly number[] {
  const symbols: number[] = []
  for (let at = reading; at.before !== undefined; at = at.before) symbols.push(at.symbol)
  return symbols.reverse()
}

/** The right-to-left model's view: the word's end stays at the end, everything else turns round. */
function logChanceOfWord(tree: GraphoneTree, symbols: readonly number[]): number {
  const turned = [...symbols.slice(0, -1).reverse(), symbols.at(-1)!]
  let contexts = extendContexts(tree, [0], START_SYMBOL)
  let sum = 0
  for (const symbol of turned) {
    sum += logChanceOf(tree, contexts, symbol)
    contexts = extendContexts(tree, contexts, symbol)
  }
  return sum
}

function rank(chances: ReadonlyMap<string, number>): readonly GuessedReading[] {
  const total = [...chances.values()].reduce((sum, chance) => sum + chance, 0)
  return [...chances]
    .sort(([, a], [, b]) => b - a)
    .map(([key, chance]) => ({ phonemes: key.split(' '), share: chance / total }))
}
