import type { Span } from '../span.ts'
import { createSequenceMatcher } from './sequence-matcher.ts'

/** A term as it is in the list, and its position in a text. */
type FoundTerm = Span & { readonly term: string }

/** Finds a list of terms in a text. */
export type TermMatcher = {
  /** In order and without overlap. Takes linear time. */
  readonly findAll: (text: string) => readonly FoundTerm[]
}

/** Compiles a list of terms, such as words that must not be spoken. They match whole words and sequences in any case. */
export function createTermMatcher(terms: readonly string[]): TermMatcher {
  const matcher = createSequenceMatcher(terms)
  return {
    findAll: (text) =>
      matcher.findAll(text).map(({ sequence, start, end }) => ({ term: terms[sequence]!, start, end })),
  }
}
