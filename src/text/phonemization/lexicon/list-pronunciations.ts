import { foldLetters } from '../../english/fold-letters.ts'
import { type PronounceOptions, pronounceWord } from '../pronounce-word.ts'
import type { Pronunciation } from './lexicon.ts'
import { type LookUpOptions, lookUpWord } from './look-up-word.ts'

/**
 * Every way a word is said by itself, the usual one first: the senses of a homograph, else the pronunciations of the
 * lexicon in the caller's dialect, else the one that the word is derived or guessed to have. At least one; may repeat.
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
  const regional = regionalPronunciations(word, { lexicon, locale })
  if (senses === undefined) return regional.length > 0 ? regional : lexicon.pronunciationsOf(word)
  // A dialect that says a homograph otherwise does so in its usual sense.
  return regional.length > 0 ? [...regional, ...senses.slice(1)] : senses
}

/** What is said in a dialect instead, also for an inflected word; empty if nothing else is. */
function regionalPronunciations(word: string, { lexicon, locale }: LookUpOptions): readonly Pronunciation[] {
  const own = lexicon.regionalPronunciationsOf(word, locale)
  if (own.length > 0) return own
  const usual = lookUpWord(word, { lexicon, locale })
  const [american] = lexicon.pronunciationsOf(word)
  return usual === undefined || usual.join(' ') === american?.join(' ') ? [] : [usual]
}
