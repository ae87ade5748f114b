import rows from '../../../data/english/foreign-phrases.json' with { type: 'json' }
import type { Pronunciation } from '../phonemization/lexicon/lexicon.ts'

/** A phrase of another language in English text, in which words are said otherwise than alone: `vin` in `coq au vin`. */
export type ForeignPhrase = { readonly words: readonly string[]; readonly sounds: readonly Pronunciation[] }

/** The phrases by their first word; of several that fit, the first counts. */
export const FOREIGN_PHRASES: ReadonlyMap<string, readonly ForeignPhrase[]> = Map.groupBy(
  rows.map(({ words, sounds }) => ({
    words: words.split(' '),
    sounds: sounds.split(' | ').map((word) => word.split(' ')),
  })),
  ({ words }) => words[0]!,
)
