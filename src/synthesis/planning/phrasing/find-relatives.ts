import { wordList } from '../../../text/english/word-list.ts'
import type { SpokenWord } from '../../../text/utterance.ts'

/** Words that open a relative clause after a comma. */
const OPENERS = wordList('openers of relative clauses')
/** Words that may come before such a word: `most of whom`, `in which`. */
const MOST_WORDS_BEFORE = 2

/**
 * Returns the indexes of the words whose commas enclose a relative clause: `My sister, who lives in Boston, is a nurse.` Both are
 * heard, since without them the sentence would be about another sister.
 */
export function findRelatives(words: readonly SpokenWord[]): ReadonlySet<number> {
  const relatives = new Set<number>()
  const commas = words.flatMap(({ boundary }, i) => (boundary?.mark === ',' && i < words.length - 1 ? [i] : []))
  for (const [k, at] of commas.entries()) {
    const clause = words.slice(at + 1, commas[k + 1] === undefined ? undefined : commas[k + 1]! + 1)
    const opener = clause.findIndex(({ text }) => OPENERS.has(text))
    if (opener < 0 || opener > MOST_WORDS_BEFORE) continue
    relatives.add(at)
    const end = commas[k + 1]
    if (end !== undefined) relatives.add(end)
  }
  return relatives
}
