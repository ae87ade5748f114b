import rows from '../../../../data/english/endings.json' with { type: 'json' }
import { partOfSpeech } from '../../english/common-words.ts'
import { wordList } from '../../english/word-list.ts'
import type { HomographRole } from '../homographs/homograph.ts'
import type { Lexicon, Pronunciation } from '../lexicon/lexicon.ts'
import { attachEnding, demoteStress } from './attach-ending.ts'
import { spellStems } from './spell-stems.ts'
import { splitCompound, splitPrefixes } from './split-compound.ts'

/** Endings that go on verbs: `recorder` has the sound of the verb `record`. */
const VERB_ENDINGS = endingsOf('verb')
/** `un-re-load-ing-s`: deeper nests are no words. */
const DEEPEST = 3

/** Endings that leave the stem alone, whatever the word. */
const SAFE_ENDINGS = endingsOf('any')
/** Letters of a compound's shorter part, and after a prefix, from which chance likeness is rare. */
const SURE_PART = 4
const SURE_REST = 6
/** Words of three letters that end compounds: `choirboy`. */
const SHORT_PARTS = wordList('short parts of compounds')

function endingsOf(stem: string): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => (row.stem === stem ? [row.ending] : [])))
}

export type DeriveOptions = {
  readonly lexicon: Lexicon
  /** How a word of the lexicon is said in the caller's locale. */
  readonly lookUp: (word: string) => Pronunciation | undefined
  /** The word may be a name, which is a compound only if a part of it is a frequent word: `tortoiseshell`, but not `Rigoberta`. */
  readonly mayBeName?: boolean
}

/** A derived pronunciation; `leastShare` is how likely its letters must make it (chance among the guessed readings) before it is believed. */
export type DerivedWord = { readonly phonemes: Pronunciation; readonly leastShare: number }

/**
 * The ways a word may be made of known ones: an inflection, else a prefix and a word, else compounds (one for each way to cut
 * it, more even ones first). Empty if it is none. `word` is folded and not in the lexicon.
 */
export function deriveWord(word: string, options: DeriveOptions): readonly DerivedWord[] {
  const derived = deriveInflection(word, options, DEEPEST) ?? derivePrefixed(word, options)
  return derived === undefined ? deriveCompounds(word, options) : [derived]
}

function deriveInflection(word: string, options: DeriveOptions, depth: number): DerivedWord | undefined {
  if (depth === 0) return undefined
  const stems = spellStems(word)
  for (const { stem, ending } of stems) {
    const known = sayStem(stem, ending, options)
    if (known !== undefined) return inflect({ phonemes: known, leastShare: 0 }, ending)
  }
  for (const { stem, ending } of stems) {
    const derived = deriveInflection(stem, options, depth - 1) ?? derivePrefixed(stem, options)
    if (derived !== undefined) return inflect(derived, ending)
  }
  return undefined
}

function inflect({ phonemes, leastShare }: DerivedWord, ending: string): DerivedWord {
  const least = SAFE_ENDINGS.has(ending) ? leastShare : Math.max(leastShare, 0.02)
  return { phonemes: attachEnding(phonemes, ending), leastShare: least }
}

function sayStem(stem: string, ending: string, { lexicon, lookUp }: DeriveOptions): Pronunciation | undefined {
  return lexicon.senseOf(stem, stemRole(ending)) ?? lookUp(stem)
}

function stemRole(ending: string): HomographRole {
  if (VERB_ENDINGS.has(ending)) return 'verb'
  return ending.startsWith("'") || ending.startsWith('s') ? 'noun' : 'adjective'
}

function derivePrefixed(word: string, options: DeriveOptions): DerivedWord | undefined {
  for (const { prefix, rest, beforeVerb } of splitPrefixes(word)) {
    const known = sayRest(rest, beforeVerb, options) ?? deriveInflection(rest, options, 1)?.phonemes
    if (known !== undefined) return { phonemes: [...prefix, ...known], leastShare: rest.length >= SURE_REST ? 0 : 0.02 }
  }
  return undefined
}

/** What follows a prefix: `compress` in `decompress` is the verb. */
function sayRest(rest: string, beforeVerb: boolean, { lexicon, lookUp }: DeriveOptions): Pronunciation | undefined {
  return (beforeVerb ? lexicon.senseOf(rest, 'verb') : undefined) ?? lookUp(rest)
}

/** English compounds have their main stress on the first part, and are mostly made of nouns: `northwind`. */
function deriveCompounds(word: string, { lexicon, lookUp, mayBeName }: DeriveOptions): readonly DerivedWord[] {
  const sayPart = (part: string) => lexicon.senseOf(part, 'noun') ?? lookUp(part)
  return splitCompound(word).flatMap(([first, second]) => {
    if (mayBeName === true && partOfSpeech(first) === undefined && partOfSpeech(second) === undefined) return []
    const left = sayPart(first)
    const right = left === undefined ? undefined : sayPart(second)
    if (left === undefined || right === undefined) return []
    const isSure = first.length >= SURE_PART && (second.length >= SURE_PART || SHORT_PARTS.has(second))
    return [{ phonemes: [...left, ...demoteStress(right)], leastShare: isSure ? 0 : 0.05 }]
  })
}

/** An unknown name with an ending that goes on any name: `Kowalski's`. A name is no compound, whatever its last letter. */
export function deriveName(word: string, options: DeriveOptions): readonly DerivedWord[] {
  const derived = hasSafeEnding(word) ? deriveInflection(word, options, DEEPEST) : undefined
  return derived === undefined ? [] : [derived]
}

/** Whether a word ends in what may be put on any name: -s, -'s and the clitics. */
function hasSafeEnding(word: string): boolean {
  return /(?:[^s']s|'s|s'|'d|'ll|'ve|'re)$/.test(word)
}
