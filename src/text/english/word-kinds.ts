import endings from '../../../data/english/kind-endings.json' with { type: 'json' }
import rows from '../../../data/english/word-kinds.json' with { type: 'json' }
import { partOfSpeech } from './common-words.ts'
import { wordList } from './word-list.ts'

/**
 * What a word is by itself, as a short code: one of the closed classes of English in data/english/word-kinds.tsv, or for any
 * other word what its ending suggests. Codes are features of the homograph model: a change here needs a new model.
 */
const KINDS: ReadonlyMap<string, string> = new Map(rows.map(({ word, kind }) => [word, kind] as const))

/** The words of a kind, by its code. */
export function wordsOfKind(code: string): readonly string[] {
  return rows.flatMap(({ word, kind }) => (kind === code ? [word] : []))
}

/** Words behind which -'s is `is` or `has`. */
const BEFORE_IS = wordList("is behind these as -'s")

/** The kind of a lower-case word; `x` if neither the word nor its ending says anything. */
export function kindOfWord(word: string): string {
  const known = KINDS.get(word) ?? partOfSpeech(word)
  if (known !== undefined) return known
  if (word.endsWith("'s") && BEFORE_IS.has(word.slice(0, -2))) return 'BE'
  const fits = ({ ending, least }: (typeof endings)[number]) =>
    word.endsWith(ending) && word.length >= ending.length + Number(least)
  return endings.find(fits)?.kind ?? 'x'
}
