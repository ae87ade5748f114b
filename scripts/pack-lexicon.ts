/** Packs CMUdict and the hand-made tables in data/lexicon/ into data/lexicon/en-us.bin. Run: node scripts/pack-lexicon.ts */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { ARPABET_SYMBOLS } from '../src/text/arpabet.ts'
import { dialectOf, LOCALES } from '../src/text/english/dialects.ts'
import { type Pronunciation, packLexicon } from '../src/text/phonemization/lexicon/lexicon.ts'
import { mendPronunciation } from './mend-pronunciation.ts'
import { readHomographTable } from './read-homograph-table.ts'

const FOLDER = join(import.meta.dirname, '../data/lexicon')
const WORD = /^[a-z'][a-z'-]*$/

type PronunciationTable = Map<string, Pronunciation[]>

/** CMUdict: variants `word(2)` join their word, comments go, entries with dots or digits in the word are left out. */
function readCmudict(): PronunciationTable {
  const table: PronunciationTable = new Map()
  for (const [entry, value] of Object.entries(dictionary)) {
    const word = entry.replace(/\(\d+\)$/, '')
    if (!WORD.test(word)) continue
    const pronunciation = mendPronunciation(word, parsePronunciation(value.split('#')[0]!, word))
    const known = table.get(word)
    if (known === undefined) table.set(word, [pronunciation])
    else if (!known.some((other) => other.join(' ') === pronunciation.join(' '))) known.push(pronunciation)
  }
  return table
}

/** A table of lines `word<TAB>pronunciation | pronunciation`; `#` begins a comment. */
function readTable(name: string): PronunciationTable {
  const table: PronunciationTable = new Map()
  for (const line of readFileSync(join(FOLDER, name), 'utf8').split('\n')) {
    const [word, value] = line.split('#')[0]!.trim().split('\t')
    if (word === undefined || word === '') continue
    if (!WORD.test(word) || value === undefined) throw new Error(`Cannot read the line "${line}" of ${name}`)
    if (table.has(word)) throw new Error(`Cannot read ${name}: "${word}" is there twice`)
    table.set(
      word,
      value.split('|').map((pronunciation) => parsePronunciation(pronunciation, word)),
    )
  }
  return table
}

function parsePronunciation(value: string, word: string): Pronunciation {
  const phonemes = value.trim().split(/\s+/)
  const wrong = phonemes.find((phoneme) => !ARPABET_SYMBOLS.includes(phoneme))
  if (wrong !== undefined)
    throw new Error(`Cannot read the pronunciation of "${word}": "${wrong}" is no ARPAbet symbol`)
  return phonemes
}

/** The chosen forms first, then the other forms of each word. */
function preferForms(table: PronunciationTable, chosen: PronunciationTable): PronunciationTable {
  const isNew = (form: Pronunciation, first: readonly Pronunciation[]): boolean =>
    !first.some((other) => other.join(' ') === form.join(' '))
  return new Map(
    [...chosen].map(([word, first]) => [
      word,
      [...first, ...(table.get(word) ?? []).filter((form) => isNew(form, first))],
    ]),
  )
}

/** CMUdict without the possessives of reviewed words: `mozart's` is said as the reviewed `mozart` is. */
function dropPossessives(table: PronunciationTable, reviewed: ReadonlySet<string>): PronunciationTable {
  return new Map([...table].filter(([word]) => !(word.endsWith("'s") && reviewed.has(word.slice(0, -2)))))
}

const supplement = readTable('supplement.tsv')
const regional = new Map(
  [...new Set(LOCALES.flatMap((locale) => dialectOf(locale).lexicons))].map((name) => [name, readTable(`${name}.tsv`)]),
)
const homographs = readHomographTable(readFileSync(join(FOLDER, 'homographs.tsv'), 'utf8'))
const everyday = readTable('everyday.tsv')
const reviewed = new Set([...supplement.keys(), ...everyday.keys()])
const cmudict = dropPossessives(readCmudict(), reviewed)
const known = new Map([...cmudict, ...supplement])
const american = new Map([...known, ...preferForms(known, everyday)])
const bytes = packLexicon({ american, reviewed, regional, homographs })
writeFileSync(join(FOLDER, 'en-us.bin'), bytes)
console.log(
  `${cmudict.size} words of CMUdict, ${supplement.size} of the supplement, ${everyday.size} everyday forms, ${Array.from(regional, ([name, { size }]) => `${size} of ${name}`).join(', ')}, ${homographs.size} homographs: ${bytes.length} bytes`,
)
