import rows from '../../../data/english/word-lists.json' with { type: 'json' }
import { wordSet } from './word-set.ts'

const LISTS: ReadonlyMap<string, string> = new Map(rows.map(({ list, words }) => [list, words] as const))

/** The words of a list of data/english/word-lists.tsv. */
export function wordList(name: string): ReadonlySet<string> {
  return wordSet(LISTS.get(name)!)
}

/** The source of a pattern for any word of a list, without a group around it. */
export function anyOf(name: string): string {
  return [...wordList(name)].join('|')
}
