import { phonesOf } from '../arpabet.ts'
import type { Locale } from '../english/dialects.ts'
import { foldLetters } from '../english/fold-letters.ts'
import { anyOf } from '../english/word-list.ts'
import type { PronunciationOrigin } from '../utterance.ts'
import { type DerivedWord, deriveName, deriveWord } from './derivation/derive-word.ts'
import { findPrefix, precedesVerb } from './derivation/split-compound.ts'
import { guessWord, hasVowel } from './letter-to-sound/guess-word.ts'
import { endsInSpanishEs, hearsAccent, hearsMarks, stressesAlike } from './letter-to-sound/hears-accent.ts'
import type { GuessedReading, LetterToSound } from './letter-to-sound/letter-to-sound.ts'
import type { Lexicon, Pronunciation } from './lexicon/lexicon.ts'
import { lookUpWord, toDialect } from './lexicon/look-up-word.ts'

/** Derivation tries every cut of a word; longer strings are no words of English. */
const LONGEST_DERIVED = 32

/** What words are looked up in and guessed with. */
export type PronounceOptions = {
  readonly lexicon: Lexicon
  readonly letterToSound: LetterToSound
  readonly locale: Locale
}

export type Pronounced = { readonly phonemes: Pronunciation; readonly origin: PronunciationOrigin }

export type WrittenWord = {
  readonly text: string
  readonly written: string
  /** The capital may be that of any word, as a sentence begins with it. */
  readonly opensSentence?: boolean
}

/**
 * How a word is said by itself: from the lexicon, else made of words in it, else guessed from its letters. `written` tells
 * names by their capital: `Hamden` is no compound of `ham` and `den`.
 */
export function pronounceWord(
  { text, written, opensSentence = false }: WrittenWord,
  options: PronounceOptions,
): Pronounced {
  const word = foldLetters(text)
  const known = lookUpWord(word, options)
  if (known !== undefined) {
    const accented = sayAccent(written, known, options)
    return accented === undefined
      ? { phonemes: known, origin: 'lexicon' }
      : { phonemes: accented, origin: 'letter_to_sound' }
  }
  const parts = word.split('-').filter((part) => part !== '')
  if (parts.length > 1) return joinParts(parts.map((_part, index) => pronouncePart(parts, index, options)))
  return pronounceUnknown(parts[0] ?? '', { ...options, written, opensSentence })
}

/** How a known word with marks is said if the lexicon has another one that is written without them. */
function sayAccent(written: string, known: Pronunciation, options: PronounceOptions): Pronunciation | undefined {
  if (!/[^\0-\x7f’]/.test(written)) return undefined
  if (!hearsAccent(written, known)) return sayPlural(written, options) ?? guessWord(written, options)
  if (options.lexicon.isReviewed(foldLetters(written))) return undefined
  if (!hearsMarks(written, known)) return guessWord(written, options)
  const guessed = marksSpanishStress(written) ? guessWord(written, options) : undefined
  return guessed === undefined || stressesAlike(guessed, known) ? undefined : guessed
}

/** `rosés`, which French says like `rosé` but English does not. */
function sayPlural(written: string, options: PronounceOptions): Pronunciation | undefined {
  const [, stem] = endsInSpanishEs(written) ? [] : (/^(.+é)s$/.exec(written.normalize('NFC')) ?? [])
  return stem === undefined ? undefined : [...pronounceWord({ text: stem, written: stem }, options).phonemes, 'Z']
}

/** Whether a name's accents show the stress: Spanish ones do, and Spanish has no native words with `k` or `w`, such as `Kraków`. */
function marksSpanishStress(written: string): boolean {
  return /^\p{Lu}[^kw]*[áéíóú][^kw]*$|^[ÁÉÍÓÚ][^kw]*$/u.test(written.normalize('NFC'))
}

type UnknownOptions = PronounceOptions & Required<Pick<WrittenWord, 'written' | 'opensSentence'>>

function pronounceUnknown(word: string, options: UnknownOptions): Pronounced {
  const { lexicon, letterToSound, written, opensSentence } = options
  const hasCapital = /^\p{Lu}.*\p{Ll}/u.test(written)
  const isName = hasCapital && (!opensSentence || PLACE.test(written))
  const derive = isName ? deriveName : deriveWord
  const lookUp = (stem: string): Pronunciation | undefined => lookUpWord(stem, options)
  const derived = word.length <= LONGEST_DERIVED ? derive(word, { lexicon, lookUp, mayBeName: hasCapital }) : []
  const phonemes = mostBelievable(derived, () => letterToSound.readingsOf(written))
  if (phonemes !== undefined && hasVowel(phonemes))
    return { phonemes: toDialect(word, phonemes, options.locale), origin: 'derived' }
  return { phonemes: toDialect(word, guessWord(written, options), options.locale), origin: 'letter_to_sound' }
}

const PLACE = new RegExp(`(?:${anyOf('ends of places')})$`)

/** The derivation that the letters speak for most, if they speak for it enough. */
function mostBelievable(derived: readonly DerivedWord[], guess: () => readonly GuessedReading[]) {
  if (derived.length === 0) return undefined
  if (derived.length === 1 && derived[0]!.leastShare === 0) return derived[0]!.phonemes
  const readings = guess()
  const believed = derived
    .map((word) => ({ ...word, share: shareOf(word, readings) }))
    .filter(({ share, leastShare }) => share >= leastShare)
  return believed.sort((a, b) => b.share - a.share)[0]?.phonemes
}

/** How likely the letters make a derived pronunciation, whatever its stress. */
function shareOf({ phonemes }: DerivedWord, readings: readonly GuessedReading[]): number {
  const phones = phonesOf(phonemes)
  const equal = readings.filter((reading) => phonesOf(reading.phonemes) === phones)
  return equal.reduce((sum, { share }) => sum + share, 0)
}

/** One part of a hyphenated word; a prefix is said as one, and makes a verb of what follows: `re-read`. */
function pronouncePart(parts: readonly string[], index: number, options: PronounceOptions): Pronounced {
  const part = parts[index]!
  const prefix = index === 0 ? findPrefix(part) : undefined
  if (prefix !== undefined) return { phonemes: prefix, origin: 'derived' }
  const verb = index === 1 && precedesVerb(parts[0]!) ? options.lexicon.senseOf(part, 'verb') : undefined
  if (verb !== undefined) return { phonemes: verb, origin: 'derived' }
  return pronounceWord({ text: part, written: part }, options)
}

/** The parts of a hyphenated word, as sure as the least sure of them. */
function joinParts(parts: readonly Pronounced[]): Pronounced {
  const guessed = parts.some(({ origin }) => origin === 'letter_to_sound')
  return { phonemes: parts.flatMap(({ phonemes }) => phonemes), origin: guessed ? 'letter_to_sound' : 'derived' }
}
