import type { Locale } from '../english/dialects.ts'
import { findGrammar } from './grammars/find-grammar.ts'

/** Grammars of figures with signs between them. */
const PARTED: ReadonlySet<string> = new Set([
  'slash',
  'slashes',
  'hyphen',
  'hyphens',
  'colon',
  'colons',
  'points',
  'sides',
])

/** The first class that the grammar of a form proposes, in the notation of `say`; undefined if it has none. */
export function sayUsually(written: string, locale: Locale): string | undefined {
  const grammar = findGrammar(written, locale)
  const [first] = grammar !== undefined && PARTED.has(grammar.name) ? grammar.propose(written, locale) : []
  const words = first === undefined ? undefined : grammar!.say(first, locale)
  return words?.map(({ text, pause }) => (pause === true ? `${text},` : text)).join(' ')
}
