import { foldLetters } from '../../language/fold-letters.ts'
import type { NormalizedWord, SourceWord } from '../../normalization/normalized-text.ts'

/** A sentence as homographs are read in it. */
export type HomographSentence = {
  readonly words: readonly NormalizedWord[]
  /** Each word with the case in which the caller wrote it. */
  readonly spellings: readonly string[]
}

/** Joins the words of a sentence with the caller's spelling of each. */
export function spellSentence(words: readonly NormalizedWord[], sources: readonly SourceWord[]): HomographSentence {
  return { words, spellings: words.map(({ text, source }) => spell(text, sources[source]!.text)) }
}

/** A longer source is no name. Its many words would each search it, in quadratic time. */
const LONGEST_SOURCE = 200

/** A word as it is spelled inside its source, with its accents. An expanded abbreviation takes over the capital: `Aug.` gives `August`. */
function spell(word: string, source: string): string {
  if (source === word || source.length > LONGEST_SOURCE) return word
  const start = source.toLowerCase().indexOf(word)
  if (start >= 0) return source.slice(start, start + word.length)
  const folded = source.split(/[-‐‑]/u).find((part) => foldLetters(part) === word)
  if (folded !== undefined) return folded
  return /^\p{Lu}/u.test(source) ? word.charAt(0).toUpperCase() + word.slice(1) : word
}
