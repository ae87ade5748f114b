import type { Locale } from '../english/dialects.ts'
import type { Candidate } from './candidate.ts'
import type { Surrounding } from './context/look-around.ts'

/** The reading that the rules of normalisation give, where no class of the grammar says the same. */
export const USUAL = 'usual'

/** A written form whose readings are to be compared, and what is around it. */
export type Question = {
  /** The name of the grammar that proposes the candidates. */
  readonly grammar: string
  readonly written: string
  readonly locale: Locale
  readonly candidates: readonly Candidate[]
  /** Which of the candidates says what the rules of normalisation would say. */
  readonly usual: number
  readonly surroundings: readonly Surrounding[]
  /** The place of the form among the characters of the text. */
  readonly start: number
}

/** Says how well each candidate fits its place: a number for each of them, in their order. */
export type ReadingScorer = { score(question: Question): readonly number[] }

/** A lead that is no more than chance: one reading is 1.16 times as likely as the other. */
export const LEAST_MARGIN = 0.15
