import type { Locale } from '../english/dialects.ts'
import type { TextMemory } from './memory.ts'
import type { ReadingScorer } from './question.ts'
import type { SpokenWord } from './spoken-word.ts'
import type { Token } from './tokens/token.ts'
import { startsWithCapital } from './tokens/token-shape.ts'

/** How a sentence is read. */
export type Manner = {
  readonly locale: Locale
  /** The lexicon knows the lower-case word. */
  readonly isWord: (word: string) => boolean
  /** Most of the sentence is in capitals, so capitals do not show an acronym. */
  readonly shouting: boolean
  /** The token is part of a constant of code such as `LOG_LEVEL`. */
  readonly constant?: boolean
}

/** A sentence to be read, token by token. */
export type Scene = Manner & {
  readonly tokens: readonly Token[]
  /** What the text before has settled. */
  readonly memory?: TextMemory
  /** Chooses between the readings of ambiguous figures; without it the usual reading is taken. */
  readonly readings?: ReadingScorer | undefined
}

/** The words that some tokens in a row are read as: one part per token, each with at least one word. */
export type Wording = readonly (readonly SpokenWord[])[]

/** A reading rule: the wording of the tokens from `index` on, or undefined if it does not apply. */
export type Rule = (scene: Scene, index: number) => Wording | undefined

/** The token after `index`, if only white space is between. */
export function tokenAfter({ tokens }: Scene, index: number): Token | undefined {
  const here = tokens[index]
  const next = tokens[index + 1]
  return here !== undefined && here.after.length === 0 && here.sayAs === next?.sayAs ? next : undefined
}

/** The token before `index`, if only white space is between. */
export function tokenBefore({ tokens }: Scene, index: number): Token | undefined {
  const before = tokens[index - 1]
  return before !== undefined && before.after.length === 0 ? before : undefined
}

/** At most `count` tokens on either side of `index` in the same clause, and the token itself: a word beyond a semicolon says nothing about a figure. */
export function near({ tokens }: Scene, index: number, count: number): readonly Token[] {
  let [first, last] = [Math.max(0, index - count), Math.min(tokens.length, index + count + 1)]
  for (let i = first; i < index; i++) if (endsClause(tokens[i]!)) first = i + 1
  for (let i = last - 2; i >= index; i--) if (endsClause(tokens[i]!)) last = i + 1
  return tokens.slice(first, last)
}

function endsClause({ after }: Token): boolean {
  return after.some(({ kind }) => kind === ';')
}

/** Shares words out over `count` parts in order: one each, the rest to the last. Undefined if there are too few. */
export function shareOut(words: readonly SpokenWord[], count: number): Wording | undefined {
  if (words.length < count) return undefined
  if (count === 1) return [words]
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? words.slice(i, i + 1) : words.slice(i)))
}

/** Begins with a capital letter. */
export function isCapitalized(token: Token | undefined): boolean {
  return token !== undefined && startsWithCapital(token.text)
}
