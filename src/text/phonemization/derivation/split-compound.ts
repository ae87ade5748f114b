import { wordList } from '../../language/word-list.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Beginnings that go before whole words, with their sounds and the fewest letters that must follow. */
const PREFIXES: readonly (readonly [prefix: string, sounds: string, least: number])[] = [
  ['counter', 'K AW2 N T ER0', 4],
  ['cardio', 'K AA2 R D IY0 OW0', 5],
  ['gastro', 'G AE2 S T R OW0', 5],
  ['immuno', 'IH2 M Y AH0 N OW0', 5],
  ['psycho', 'S AY2 K OW0', 5],
  ['electro', 'IH0 L EH2 K T R OW0', 4],
  ['crypto', 'K R IH2 P T OW0', 4],
  ['hydro', 'HH AY2 D R OW0', 4],
  ['cirro', 'S IH2 R OW0', 5],
  ['cumulo', 'K Y UW2 M Y AH0 L OW0', 5],
  ['nimbo', 'N IH2 M B OW0', 5],
  ['strato', 'S T R EY2 T OW0', 5],
  ['hyper', 'HH AY2 P ER0', 4],
  ['inter', 'IH2 N T ER0', 4],
  ['intra', 'IH2 N T R AH0', 4],
  ['macro', 'M AE2 K R OW0', 4],
  ['micro', 'M AY2 K R OW0', 4],
  ['multi', 'M AH2 L T IY0', 4],
  ['neuro', 'N UH2 R OW0', 4],
  ['photo', 'F OW2 T OW0', 4],
  ['pseudo', 'S UW2 D OW0', 4],
  ['super', 'S UW2 P ER0', 4],
  ['thermo', 'TH ER2 M OW0', 4],
  ['ultra', 'AH2 L T R AH0', 4],
  ['under', 'AH2 N D ER0', 4],
  ['alto', 'AE2 L T OW0', 6],
  ['anti', 'AE2 N T IY0', 4],
  ['auto', 'AO2 T OW0', 4],
  ['astro', 'AE2 S T R OW0', 5],
  ['cyber', 'S AY2 B ER0', 4],
  ['proto', 'P R OW2 T OW0', 5],
  ['retro', 'R EH2 T R OW0', 5],
  ['socio', 'S OW2 S IY0 OW0', 5],
  ['trans', 'T R AE2 N Z', 5],
  ['aero', 'EH2 R OW0', 5],
  ['mega', 'M EH2 G AH0', 4],
  ['mono', 'M AA2 N OW0', 5],
  ['omni', 'AA2 M N IY0', 5],
  ['poly', 'P AA2 L IY0', 5],
  ['meta', 'M EH2 T AH0', 4],
  ['nano', 'N AE2 N OW0', 4],
  ['over', 'OW2 V ER0', 4],
  ['post', 'P OW2 S T', 4],
  ['semi', 'S EH2 M IY0', 4],
  ['tele', 'T EH2 L AH0', 4],
  ['bio', 'B AY2 OW0', 4],
  ['dis', 'D IH0 S', 5],
  ['eco', 'IY2 K OW0', 5],
  ['geo', 'JH IY2 OW0', 4],
  ['mid', 'M IH2 D', 4],
  ['mis', 'M IH0 S', 4],
  ['non', 'N AA2 N', 4],
  ['out', 'AW2 T', 4],
  ['pre', 'P R IY2', 4],
  ['sub', 'S AH2 B', 5],
  ['tri', 'T R AY2', 6],
  ['bi', 'B AY2', 6],
  ['de', 'D IY2', 5],
  ['re', 'R IY2', 5],
  ['un', 'AH2 N', 4],
]
/** Prefixes that mostly go before verbs: `re-record`, but `non-use`. */
const VERB_PREFIXES = wordList('prefixes of verbs')
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
  return PREFIXES.flatMap(([prefix, sounds, least]) =>
    word.startsWith(prefix) && word.length >= prefix.length + least
      ? [{ prefix: sounds.split(' '), rest: word.slice(prefix.length), beforeVerb: VERB_PREFIXES.has(prefix) }]
      : [],
  )
}

/** Whether what follows a prefix and a hyphen is likely a verb. */
export function precedesVerb(prefix: string): boolean {
  return VERB_PREFIXES.has(prefix)
}

/** The sounds of a prefix before a hyphen, as in `re-enter`. */
export function findPrefix(part: string): Pronunciation | undefined {
  return PREFIXES.find(([prefix]) => prefix === part)?.[1].split(' ')
}

/** The ways to cut a word into two that might be words, those with the longer shortest part first. */
export function splitCompound(word: string): readonly (readonly [first: string, second: string])[] {
  if (word.length < LEAST_COMPOUND || word.includes("'")) return []
  const cuts: number[] = []
  for (let cut = LEAST_PART; cut <= word.length - LEAST_PART; cut++) cuts.push(cut)
  const shortest = (cut: number): number => Math.min(cut, word.length - cut)
  return cuts.sort((a, b) => shortest(b) - shortest(a)).map((cut) => [word.slice(0, cut), word.slice(cut)] as const)
}
