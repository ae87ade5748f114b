import type { Span } from '../span.ts'
import { createSequenceMatcher } from './sequence-matcher.ts'

/** Finds the first of a list of terms in a text. */
export type TermMatcher = {
  /** The term as it is in the list, and its position in the text; undefined if the text holds none. */
  readonly find: (text: string) => (Span & { readonly term: string }) | undefined
}

/** Compiles a list of terms, such as words that must not be spoken. They match whole words and sequences in any case. */
export function createTermMatcher(terms: readonly string[]): TermMatcher {
  const matcher = createSequenceMatcher(terms)
  return {
    find: (text) => {
      const match = matcher.findAll(text)[0]
      const term = match && terms[match.sequence]
      return match === undefined || term === undefined ? undefined : { term, start: match.start, end: match.end }
    },
  }
}
