import { ARPABET_SYMBOLS } from '../../arpabet.ts'
import { dialectOf, type Locale } from '../../english/dialects.ts'
import { packSections, readSections } from '../../sectioned-file.ts'
import type { Homograph, HomographRole } from '../homographs/homograph.ts'
import { createWordTable, packWordTable } from './word-table.ts'

/** ARPAbet with stress, such as `T`, `AH1`, `P`, `AH0`, `L`. */
export type Pronunciation = readonly string[]

/** The words that are looked up rather than guessed. Words are lower case, with `'` and `-` if they are written with them. */
export type Lexicon = {
  has(word: string): boolean
  /** Whether the American pronunciation was reviewed by hand, and not taken from CMUdict as it is. */
  isReviewed(word: string): boolean
  /** American pronunciations, the usual one first; empty for an unknown word. */
  pronunciationsOf(word: string): readonly Pronunciation[]
  /** Pronunciations that speakers of a dialect choose instead; empty if they choose no other. */
  regionalPronunciationsOf(word: string, locale: Locale): readonly Pronunciation[]
  /** The senses of a word that is written one way and said in several. */
  homographOf(word: string): Homograph | undefined
  /** How a homograph is said in a role; undefined if it has no such sense. */
  senseOf(word: string, role: HomographRole): Pronunciation | undefined
}

/** The tables a lexicon is packed from. */
export type LexiconTables = {
  readonly american: ReadonlyMap<string, readonly Pronunciation[]>
  /** The American words that were reviewed by hand. */
  readonly reviewed: ReadonlySet<string>
  /** Words that are said otherwise in some dialects, by the name of their table: `en-gb`. */
  readonly regional: ReadonlyMap<string, ReadonlyMap<string, readonly Pronunciation[]>>
  readonly homographs: ReadonlyMap<string, Homograph>
}

const FILE_KIND = { kind: 'DLEX', version: 4 }
/** A phoneme is a letter in the table: this one for the first of `ARPABET_SYMBOLS`, the next one for the second. */
const FIRST_LETTER = 48
/** A space parts pronunciations, and a `!` is before those of a reviewed word. */
const SPACE = 32
const REVIEWED = 33

/** Opens a packed lexicon (data/lexicon/en-us.bin). Only the words that were used last are unpacked. */
export function createLexicon(bytes: Uint8Array): Lexicon {
  const [american, homographs, names, ...regional] = readSections(bytes, FILE_KIND)
  const americanTable = createWordTable(american!, unpackEntry)
  const senses = new Map(readJson(homographs!) as readonly (readonly [string, Homograph])[])
  const tables = new Map(
    (readJson(names!) as readonly string[]).map((name, i) => [name, createWordTable(regional[i]!, unpackEntry)]),
  )
  return {
    has: (word) => americanTable.find(word) !== undefined,
    isReviewed: (word) => americanTable.find(word)?.isReviewed === true,
    pronunciationsOf: (word) => americanTable.find(word)?.pronunciations ?? [],
    regionalPronunciationsOf(word, locale) {
      for (const name of dialectOf(locale).lexicons) {
        const entry = tables.get(name)?.find(word)
        if (entry !== undefined) return entry.pronunciations
      }
      return []
    },
    homographOf: (word) => senses.get(word),
    senseOf: (word, role) => senses.get(word)?.find((sense) => sense.role === role)?.phonemes,
  }
}

/** Packs tables into the bytes that `createLexicon` opens. */
export function packLexicon({ american, reviewed, regional, homographs }: LexiconTables): Uint8Array {
  const sections = [packPronunciations(american, reviewed), writeJson([...homographs]), writeJson([...regional.keys()])]
  return packSections([...sections, ...[...regional.values()].map((table) => packPronunciations(table))], FILE_KIND)
}

function readJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}

function writeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

type Entry = { readonly pronunciations: readonly Pronunciation[]; readonly isReviewed: boolean }

function unpackEntry(value: Uint8Array): Entry {
  const pronunciations: string[][] = [[]]
  for (const code of value) {
    if (code === SPACE) pronunciations.push([])
    else if (code !== REVIEWED) pronunciations.at(-1)!.push(ARPABET_SYMBOLS[code - FIRST_LETTER]!)
  }
  return { pronunciations, isReviewed: value[0] === REVIEWED }
}

function packPronunciations(
  table: ReadonlyMap<string, readonly Pronunciation[]>,
  reviewed: ReadonlySet<string> = new Set(),
): Uint8Array {
  const letterOf = (symbol: string): string => String.fromCharCode(FIRST_LETTER + ARPABET_SYMBOLS.indexOf(symbol))
  const entries = Array.from(table, ([word, pronunciations]) => {
    const letters = pronunciations.map((phonemes) => phonemes.map(letterOf).join('')).join(' ')
    return [word, reviewed.has(word) ? `!${letters}` : letters] as const
  })
  return packWordTable(new Map(entries))
}
