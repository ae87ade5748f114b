import { foldLetters } from '../../english/fold-letters.ts'
import { type PronounceOptions, pronounceWord } from '../pronounce-word.ts'
import type { Lexicon, Pronunciation } from './lexicon.ts'
import { lookUpWord } from './look-up-word.ts'

/**
 * Every way a word is said by itself, the usual one first: the senses of a homograph, else the pronunciations of the
 * lexicon in the caller's locale, else the one that the word is derived or guessed to have. At least one; may repeat.
 */
export function listPronunciations(
  word: { readonly text: string; readonly written: string },
  options: PronounceOptions,
): readonly Pronunciation[] {
  const known = knownPronunciations(foldLetters(word.text), options)
  return known.length > 0 ? known : [pronounceWord(word, options).phonemes]
}

function knownPronunciations(word: string, { lexicon, locale }: PronounceOptions): readonly Pronunciation[] {
  const senses = lexicon.homographOf(word)?.map(({ phonemes }) => phonemes)
  const british = locale === 'en_GB' ? britishPronunciations(word, lexicon) : []
  if (senses === undefined) return british.length > 0 ? british : lexicon.pronunciationsOf(word)
  // If the British say a homograph otherwise, they do so in its usual sense.
  return british.length > 0 ? [...british, ...senses.slice(1)] : senses
}

/** What British speakers say instead, also of an inflected word; empty if they say nothing else. */
function britishPronunciations(word: string, lexicon: Lexicon): readonly Pronunciation[] {
  const own = lexicon.britishPronunciationsOf(word)
  if (own.length > 0) return own
  const usual = lookUpWord(word, { lexicon, locale: 'en_GB' })
  const american = lookUpWord(word, { lexicon, locale: 'en_US' })
  return usual === undefined || usual.join(' ') === american?.join(' ') ? [] : [usual]
}
