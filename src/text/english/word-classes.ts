import rows from '../../../data/english/word-classes.json' with { type: 'json' }
import { listCell } from './list-cell.ts'
import { wordsOfKind } from './word-kinds.ts'

const CLASSES = new Map(rows.map(({ name, kinds, words }) => [name, { kinds, words }] as const))

/** A class of English words for the rules of reading, phrasing and melody: whole kinds of `word-kinds.ts` and single words. */
function classOf(name: string): ReadonlySet<string> {
  const { kinds, words } = CLASSES.get(name)!
  return new Set([...listCell(kinds).flatMap(wordsOfKind), ...listCell(words)])
}

/** Words before a noun (or before its adjective). */
export const DETERMINERS = classOf('determiners')
export const PREPOSITIONS = classOf('prepositions')

/** Words that are between a verb and what rules it. */
const ADVERBS = classOf('adverbs')
/** Words that are not nouns, and so cannot follow an adjective as its noun. */
const CLOSED_CLASSES: ReadonlySet<string> = new Set([...DETERMINERS, ...PREPOSITIONS, ...classOf('closed classes')])

/** Whether a word may be passed over between a verb and what rules it: `not`, `often`, `quickly`. */
export function isAdverb(word: string): boolean {
  return ADVERBS.has(word) || (word.length > 4 && word.endsWith('ly'))
}

/** Whether a word may be a noun, a main verb or an adjective: it is in no list of function words. */
export function isOpenClass(word: string): boolean {
  return word !== '' && !CLOSED_CLASSES.has(word) && !isAdverb(word)
}

/** Auxiliaries and copulas, which open yes/no questions; with `n't` as well. */
const AUXILIARIES = classOf('auxiliaries')
const WH_WORDS = classOf('question words')
const PERSONS = classOf('persons')
/** Prepositions and the particles that look like them. */
export const PARTICLES = classOf('particles')
const UNACCENTED: ReadonlySet<string> = new Set([...PARTICLES, ...AUXILIARIES, ...classOf('unaccented')])

/** `is`, `don't`, `couldn't`. */
export function isAuxiliary(text: string): boolean {
  return AUXILIARIES.has(text) || (text.endsWith("n't") && AUXILIARIES.has(text.slice(0, -3)))
}

/** `what`, `who's`, `where'd`. */
export function isWhWord(text: string): boolean {
  return WH_WORDS.has(text.replace(/'(?:s|re|d|ll|ve)$/, ''))
}

/** A pronoun that is the subject of a tag: `isn't it`. */
export function isSubject(text: string): boolean {
  return PERSONS.has(text)
}

/** Words that carry grammar rather than meaning, which English leaves without an accent. Negations are not among them. */
export function isFunctionWord(text: string): boolean {
  return UNACCENTED.has(text) && !text.endsWith("n't")
}

/** Words that begin a sentence far more often than they follow an abbreviation with a capital letter. */
export const SENTENCE_STARTERS = classOf('sentence starters')
