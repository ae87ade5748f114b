import rows from '../../../../data/english/word-prefixes.json' with { type: 'json' }
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Beginnings that go before whole words, with their sounds and the fewest letters that must follow. */
const PREFIXES = rows.map(({ prefix, sounds, least, verbs }) => ({
  prefix,
  sounds: sounds.split(' '),
  least: Number(least),
  beforeVerb: verbs === 'yes',
}))
const LEAST_PART = 3
const LEAST_COMPOUND = 8

export type PrefixedWord = {
  readonly prefix: Pronunciation
  readonly rest: string
  /** Whether the rest is likely a verb. */
  readonly beforeVerb: boolean
}

/** The ways to take a prefix off a word. */
export function splitPrefixes(word: string): readonly PrefixedWord[] {
  return PREFIXES.flatMap(({ prefix, sounds, least, beforeVerb }) =>
    word.startsWith(prefix) && word.length >= prefix.length + least
      ? [{ prefix: sounds, rest: word.slice(prefix.length), beforeVerb }]
      : [],
  )
}

/** Whether what follows a prefix and a hyphen is likely a verb: `re-record`, but not `non-use`. */
export function precedesVerb(part: string): boolean {
  return PREFIXES.some(({ prefix, beforeVerb }) => beforeVerb && prefix === part)
}

/** The sounds of a prefix before a hyphen, as in `re-enter`. */
export function findPrefix(part: string): Pronunciation | undefined {
  return PREFIXES.find(({ prefix }) => prefix === part)?.sounds
}

/** The ways to cut a word into two that might be words, those with the longer shortest part first. */
export function splitCompound(word: string): readonly (readonly [first: string, second: string])[] {
  if (word.length < LEAST_COMPOUND || word.includes("'")) return []
  const cuts: number[] = []
  for (let cut = LEAST_PART; cut <= word.length - LEAST_PART; cut++) cuts.push(cut)
  const shortest = (cut: number): number => Math.min(cut, word.length - cut)
  return cuts.sort((a, b) => shortest(b) - shortest(a)).map((cut) => [word.slice(0, cut), word.slice(cut)] as const)
}
