import { isVowel, phonesOf } from '../../arpabet.ts'
import type { Locale } from '../../english/dialects.ts'
import { foldLetters } from '../../english/fold-letters.ts'
import { nameLetters } from '../../english/letter-names.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'
import type { LetterToSound } from './letter-to-sound.ts'

/** The longest words of the lexicon have about 30 letters; longer strings are cut, which also bounds the time a letter takes. */
const LONGEST_PIECE = 32
const ONLY_VOWEL: Pronunciation = ['AH0']

export type GuessOptions = { readonly letterToSound: LetterToSound; readonly locale: Locale }

/**
 * How an unknown word is said, going by its letters alone, with the marks and the capital that it is written with. Always has a
 * vowel. A word without vowel letters, such as `xkcd`, is spelled. Linear in the word's length.
 */
export function guessWord(written: string, { letterToSound, locale }: GuessOptions): Pronunciation {
  const word = foldLetters(written)
  if (!/[a-z]/.test(word)) return ONLY_VOWEL
  if (!/[aeiouy]/.test(word) && !/ŵ/i.test(written.normalize('NFC'))) return nameLetters(word, locale)
  if (word.length <= LONGEST_PIECE) {
    const letters = nameLetters(word, locale)
    const spelled = phonesOf(letters)
    // Whether a word is spelled was decided before, and its text shows it.
    const asWord = letterToSound.readingsOf(written).find(({ phonemes }) => phonesOf(phonemes) !== spelled)
    return asWord?.phonemes ?? letters
  }
  return cutIntoPieces(word).flatMap((piece) => letterToSound.skim(piece) ?? nameLetters(piece, locale))
}

/** Cuts after a vowel letter if there is one near, so that the pieces can be said. */
function cutIntoPieces(word: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  while (word.length - start > LONGEST_PIECE) {
    let end = start + LONGEST_PIECE
    while (end > start + LONGEST_PIECE / 2 && !/[aeiou]/.test(word[end - 1]!)) end--
    if (end === start + LONGEST_PIECE / 2) end = start + LONGEST_PIECE
    pieces.push(word.slice(start, end))
    start = end
  }
  return [...pieces, word.slice(start)].filter((piece) => /[a-z]/.test(piece))
}

/** Whether the sounds can be said at all: at least one vowel. */
export function hasVowel(phonemes: Pronunciation): boolean {
  return phonemes.some(isVowel)
}
