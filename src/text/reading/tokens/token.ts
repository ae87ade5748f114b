import type { TextRun } from '../../markup/tree/markup-run.ts'

/** SSML say-as, as on the run. */
export type SayAs = NonNullable<TextRun['sayAs']>

/** Punctuation between two tokens as far as it is heard or ends something. `at` is a position on the canvas. */
export type Mark = { readonly kind: MarkKind; readonly at: number }
export type MarkKind =
  | ','
  | ';'
  | ':'
  | '.'
  | '?'
  | '!'
  | '…'
  | '-'
  | '('
  | ')'
  | '"'
  | 'break'
  | 'sentence'
  | 'paragraph'

/** A written token: what is between white space, without the punctuation around it. */
export type Token = {
  /** Folded, with its case; for a pronounced run or an emoji empty. */
  readonly text: string
  readonly lower: string
  /** The position of the token on the canvas, end exclusive. */
  readonly start: number
  readonly end: number
  /** Index of the run that holds its first character. */
  readonly run: number
  /** No white space parts it from the token before. */
  readonly joined: boolean
  /** `marker`: the number or letter of a list's entry. `accented`: a word with a mark on a letter, which is no abbreviation. */
  readonly kind: 'text' | 'accented' | 'web' | 'pronounced' | 'clitic' | 'marker' | 'emoji'
  /** The name of an emoji or of a sign of mathematics, in the notation of `say`. */
  readonly name?: string
  /** Punctuation up to the next token. */
  readonly after: readonly Mark[]
  /** The token is an abbreviation and owns the full stop after it. */
  readonly dotted: boolean
  /** For a lone sign: the mark that is heard if it is not read out, and whether rules would read it out. */
  readonly doubt?: { readonly mark: MarkKind | undefined; readonly isUsuallySaid: boolean }
  /** How SSML asks for it to be read. */
  readonly sayAs: SayAs | undefined
}

/** The name of the sign that raises a bracket to a power. */
export const POWER = 'to the power of'

/** A full stop is right behind the token. */
export function isStopped({ after, end }: Pick<Token, 'after' | 'end'>): boolean {
  return after[0]?.kind === '.' && after[0].at === end
}
