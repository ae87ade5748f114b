import { wordList } from './word-list.ts'
/** Acronyms that are read like words, besides those that the lexicon knows. */
export const READ_AS_WORDS = wordList('read as words')

/** Capitals that are spelled although the letters make a word. */
export const SPELLED = wordList('spelled')

/** Short words that people write in capitals for weight inside ordinary sentences. */
export const STRESSED_WORDS = wordList('stressed words')

/** Spelled in a quiet sentence, words in one that is all in capitals. */
export const LOUD_WORDS = wordList('loud words')

/**
 * Letters that are spelled in any case, as the lexicon says them: `usb`, `Usb`, `USB`. Those without a vowel need no entry, but for the
 * plurals.
 */
export const SPELLED_IN_ANY_CASE = wordList('spelled in any case')

/** Words that are written without a vowel and said as words. */
export const WORDS_WITHOUT_VOWELS = wordList('words without vowels')

/** Parts of identifiers that are spelled although the letters make a word: `user_id`, `getUserById`. */
export const IDENTIFIER_LETTERS = wordList('identifier letters')
