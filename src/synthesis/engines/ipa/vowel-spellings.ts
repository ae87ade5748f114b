import { isVowel } from '../../../text/arpabet.ts'

/** Letters that spell a vowel, with a `w` or `qu` before an `a`, which changes it. */
const VOWEL_LETTERS = /(?<=q)ua|(?<!^)y(?![aeiou])|(?<=w|wh)a[iuwy]?|(?!(?<=q)u)[aeiou]+[wy]?/g
const SILENT_E = /(?<=[a-z]*[aeiouy][a-z]*[^aeiouy])e(?=[sd]?$)/

/**
 * The letters of each vowel of a word, in the order of its sounds; undefined if they cannot be told, as there are more or fewer of them.
 * @param word - in lower case
 */
export function vowelSpellings(word: string, phonemes: readonly string[]): readonly string[] | undefined {
  const vowels = phonemes.filter(isVowel).length
  for (const spelling of [word, word.replace(SILENT_E, '')]) {
    const groups = spelling.match(VOWEL_LETTERS) ?? []
    if (groups.length === vowels) return groups
  }
  return undefined
}
