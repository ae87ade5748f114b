import { wordSet } from './english/word-set.ts'
/** The 24 consonants of ARPAbet, as the CMU Pronouncing Dictionary uses them. */
export const ARPABET_CONSONANTS = wordSet('B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH')

/** The 15 vowels of ARPAbet, without stress. */
export const ARPABET_VOWELS = wordSet('AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW')

/**
 * The symbols of a pronunciation: the consonants, then the vowels with stress 0, 1 and 2.
 * A symbol's place in the list is its code in the data files.
 */
export const ARPABET_SYMBOLS: readonly string[] = [
  ...ARPABET_CONSONANTS,
  ...[...ARPABET_VOWELS].flatMap((vowel) => [`${vowel}0`, `${vowel}1`, `${vowel}2`]),
]

/** Whether a symbol of `ARPABET_SYMBOLS` is a vowel: exactly those end in a stress digit. */
export function isVowel(symbol: string): boolean {
  const last = symbol.charCodeAt(symbol.length - 1)
  return last >= 48 && last <= 50
}

/** Where the vowels of a pronunciation are. */
export function vowelPositions(phonemes: readonly string[]): readonly number[] {
  return phonemes.flatMap((phoneme, index) => (isVowel(phoneme) ? [index] : []))
}

/** How many syllables a pronunciation has: one for each vowel. */
export function countSyllables(phonemes: readonly string[]): number {
  let count = 0
  for (const phoneme of phonemes) if (isVowel(phoneme)) count++
  return count
}

/** Some phones without their stress, to compare them with others. */
export function phonesOf(phonemes: readonly string[]): string {
  return phonemes.map(withoutStress).join(' ')
}

/** The phone without its stress digit: `AH0` gives `AH`, `T` gives `T`. */
export function withoutStress(symbol: string): string {
  return isVowel(symbol) ? symbol.slice(0, -1) : symbol
}
