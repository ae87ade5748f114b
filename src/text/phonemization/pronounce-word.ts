import type { PronunciationOrigin } from '../utterance.ts'
import { foldLetters } from './fold-letters.ts'
import { guessWord } from './guess-word.ts'
import type { LetterToSound } from './letter-to-sound.ts'
import type { Lexicon, Pronunciation } from './lexicon.ts'

/** What words are looked up in and guessed with. */
export type PhonemizeOptions = {
  readonly lexicon: Lexicon
  readonly letterToSound: LetterToSound
  readonly locale: 'en_US' | 'en_GB'
}

export type Pronounced = { readonly phonemes: Pronunciation; readonly origin: PronunciationOrigin }

/** How a word is said by itself: from the lexicon, else guessed from its letters. */
export function pronounceWord(text: string, options: PhonemizeOptions): Pronounced {
  const word = foldLetters(text)
  const known = lookUp(word, options)
  if (known !== undefined) return { phonemes: known, origin: 'lexicon' }
  const parts = word.split('-').filter((part) => part !== '')
  if (parts.length > 1) return joinParts(parts.map((part) => pronounceWord(part, options)))
  return { phonemes: guessWord(parts[0] ?? '', options), origin: 'letter_to_sound' }
}

function lookUp(word: string, { lexicon, locale }: PhonemizeOptions): Pronunciation | undefined {
  const british = locale === 'en_GB' ? lexicon.britishPronunciationsOf(word)[0] : undefined
  return british ?? lexicon.pronunciationsOf(word)[0]
}

/** The parts of a hyphenated word, as sure as the least sure of them. */
function joinParts(parts: readonly Pronounced[]): Pronounced {
  const guessed = parts.some(({ origin }) => origin === 'letter_to_sound')
  return { phonemes: parts.flatMap(({ phonemes }) => phonemes), origin: guessed ? 'letter_to_sound' : 'derived' }
}
