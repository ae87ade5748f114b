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
  const pieces = Array.from({ length: Math.ceil(word.length / LONGEST_PIECE) }, (_, i) =>
    word.slice(i * LONGEST_PIECE, (i + 1) * LONGEST_PIECE),
  )
  return pieces.flatMap((piece) => letterToSound.skim(piece) ?? nameLetters(piece, locale))
}

/** Whether the sounds can be said at all: at least one vowel. */
export function hasVowel(phonemes: Pronunciation): boolean {
  return phonemes.some(isVowel)
}
