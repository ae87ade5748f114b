import rows from '../../../data/english/short-forms.json' with { type: 'json' }
import { wordList } from './word-list.ts'

/**
 * How an abbreviation is used in its sentence:
 * `title` before a name, with or without a stop; `honorific` the same, and never last; `inside` never last, stop needed; `closing` may end a sentence; `stopped` is
 * the same for what is a word, a name of code or a shorter word without its stop;
 * `numbered` only before a number; `street` only after a name; `any` like `inside`, also without a stop.
 */
type AbbreviationUse =
  | 'title'
  | 'honorific'
  | 'inside'
  | 'any'
  | 'closing'
  | 'stopped'
  | 'closing-any'
  | 'numbered'
  | 'street'
export type Abbreviation = { readonly say: string; readonly use: AbbreviationUse }

/** Abbreviations in lower case without their last stop, with the words they abbreviate, by use. */
export const ABBREVIATIONS: ReadonlyMap<string, readonly Abbreviation[]> = Map.groupBy(
  rows as readonly (Abbreviation & { readonly written: string })[],
  ({ written }) => written,
)

/** What a token abbreviates. A capital inside a word shows it to be another: `VaR`, but `GySgt`. */
export function findUses(text: string, lower: string): readonly Abbreviation[] | undefined {
  const uses = ABBREVIATIONS.get(lower)
  return uses !== undefined && /[a-z][A-Z]/.test(text) ? uses.filter(isTitle) : uses
}

/** What a form abbreviates that may end a sentence. */
export function findClosing(lower: string): string | undefined {
  return ABBREVIATIONS.get(lower)?.find(({ use }) => use === 'closing')?.say
}

export function isTitle({ use }: Abbreviation): boolean {
  return use === 'title' || use === 'honorific'
}

/** `Mr. Wharton`: the stop of a form that is nothing without a name never ends a sentence. */
export function isHonorific(lower: string): boolean {
  return ABBREVIATIONS.get(lower)?.every(({ use }) => use === 'honorific') === true
}

/** Titles that are usual without a stop, as in British English. */
export const DOTLESS_TITLES = wordList('dotless titles')

/** Words that end a sentence much more often than what they are short for. */
export const EVERYDAY = wordList('everyday')

/** Abbreviations that keep their sense only before a figure; otherwise the letters are a word (`no`, `art`, `fig`). */
export const NEEDS_FIGURE = wordList('needs figure')
