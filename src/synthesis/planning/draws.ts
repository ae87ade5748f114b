import type { Sentence, SpokenWord } from '../../text/utterance.ts'

/** What is drawn. Each aspect has draws of its own, so that a further one leaves the others as they are. */
const ASPECTS = { pause: 1, breath: 2, register: 3, accent: 4, wander: 5 } as const
export type Aspect = keyof typeof ASPECTS

/**
 * A number about as a normal distribution gives it: mean 0, standard deviation 1, never beyond 3.5. `at` is a place in the
 * sentence. The same place of the same reading always gives the same number.
 */
export type Draw = (aspect: Aspect, at: number) => number

/** How often each sentence was said before, by its hash. */
export type SaidBefore = ReadonlyMap<number, number>

export type DrawOptions = {
  /** Chooses another reading; undefined for the default one. */
  readonly seed?: number | undefined
  /** The sentences of the text that are planned already. */
  readonly said?: SaidBefore | undefined
}

/** The draws of a text, sentence by sentence. */
export type TextDraws = {
  /** The draws of the next sentence. `take` is its own seed, if it has one: it then sounds the same however often it was said before. */
  next(words: readonly SpokenWord[], take?: number): Draw
}

/**
 * Creates the draws of a text. What a sentence draws depends on its words and marks, on how often the text had said it before, and
 * on the seed: never on its place. So a change elsewhere leaves it as it is, and a sentence that is said twice sounds different.
 */
export function createDraws({ seed, said: before }: DrawOptions = {}): TextDraws {
  const said = new Map<number, number>()
  return {
    next(words, take) {
      const hash = hashWords(words)
      const times = said.get(hash) ?? before?.get(hash) ?? 0
      said.set(hash, times + 1)
      const own = mix(mix(hash) + (take === undefined ? times : 0))
      const chosen = take ?? seed
      const key = chosen === undefined ? own : mix(own + mix(chosen))
      return (aspect, at) => normal(mix(key + Math.imul(ASPECTS[aspect], 0x9e3779b1)) + Math.imul(at, 0x85ebca6b))
    },
  }
}

/** Adds the sentences of a text to those that were said before it. */
export function countSaid(sentences: readonly Pick<Sentence, 'words'>[], before: SaidBefore): SaidBefore {
  const said = new Map(before)
  for (const { words } of sentences) {
    const hash = hashWords(words)
    said.set(hash, (said.get(hash) ?? 0) + 1)
  }
  return said
}

/** FNV-1a of the words and marks. Tags and capitals do not count: delivery is measured against the same reading without it. */
function hashWords(words: readonly SpokenWord[]): number {
  let hash = 0x811c9dc5
  const add = (code: number) => {
    hash = Math.imul(hash ^ code, 0x01000193)
  }
  for (const { text, boundary } of words) {
    for (let i = 0; i < text.length; i++) add(text.charCodeAt(i))
    add(boundary === undefined ? 0x20 : boundary.mark.charCodeAt(0))
  }
  return hash >>> 0
}

/** The sum of four uniform numbers, at mean 0 and standard deviation 1. */
function normal(key: number): number {
  const a = mix(key)
  const b = mix(a + 0x68bc21eb)
  const sum = (a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16)
  return (sum / 0x10000 - 2) * Math.sqrt(3)
}

/** Spreads every bit of a number over 32 (finaliser of MurmurHash3, Appleby 2011, public domain). */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
