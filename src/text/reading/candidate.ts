import type { Locale } from '../english/dialects.ts'
import type { SpokenWord } from './spoken-word.ts'

/** The parts of a written form, by name: `{ first: '3', second: '5' }`. */
export type Fields = Readonly<Record<string, string>>

/** A reading that the written form allows: what kind of thing it is, and its parts. */
export type Candidate = { readonly class: string; readonly fields: Fields }

/**
 * Proposes the readings of one written form by its shape alone, and says each of them. It never looks at neighbours: which
 * reading fits its place is the scorer's business.
 */
export type Grammar = {
  readonly name: string
  /** All classes that it proposes. */
  readonly classes: readonly string[]
  /** The classes that are lines of a table of English. The scorer knows a new line by the words of its class. */
  readonly meanings?: readonly string[]
  /** The class that harms least where nothing decides. */
  readonly safest: string
  /** Empty if the form is none of this grammar. */
  propose(written: string, locale: Locale): readonly Candidate[]
  say(candidate: Candidate, locale: Locale): readonly SpokenWord[]
}
