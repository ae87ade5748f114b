/**
 * Writes what the network of letters and sounds learns from: WIKTIONARY is a folder with tables of words and their sounds in
 * IPA, one a language, and RUNNING_TEXT has names in sentences.
 * Run: npx node training/letter-to-sound/write-examples.ts WIKTIONARY RUNNING_TEXT OUTPUT
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutStress } from '../../src/text/arpabet.ts'
import {
  describeLetters,
  describePast,
  describeWord,
  FEATURES,
  LETTER_ROWS,
  PAST_FEATURES,
  PAST_ROWS,
  spellWord,
  WORD_ROWS,
} from '../../src/text/phonemization/letter-to-sound/letter-features.ts'
import {
  endOfWord,
  extendPast,
  type Graphone,
  STRESS_ROWS,
  stressRow,
} from '../../src/text/phonemization/letter-to-sound/letter-network.ts'
import { alignLetters } from './align-letters.ts'
import { type Entry, isOfTheTenth, SOURCES } from './entries.ts'
import { entriesOf, newWords, readCmudict, readSupplement, readWiktionary } from './read-dictionaries.ts'
import { readNames } from './read-names.ts'

const [wiktionaryFolder, runningText, output] = process.argv.slice(2) as [string, string, string]
/** Rarer graphones are mistakes. */
const LEAST_COUNT = 4
const LONGEST = 24

const wiktionary = readWiktionary(join(wiktionaryFolder, 'en-us.tsv'))
const supplement = readSupplement()
const cmudict = readCmudict(supplement)
const isKnown = (word: string): boolean => cmudict.has(word) || supplement.has(word)
const entries: readonly Entry[] = [
  ...entriesOf(cmudict, { source: 'cmudict', wiktionary }),
  ...entriesOf(supplement, { source: 'supplement', wiktionary }),
  ...newWords(wiktionary, isKnown),
  ...readNames({ wiktionaryFolder, runningText, isKnown }),
]

const spelled = entries.map(({ written }) => spellWord(written))
const alignments = alignLetters(entries.map(({ phonemes }, i) => ({ word: spelled[i]!.letters, phonemes })))

const counts = new Map<string, number>()
for (const [i, alignment] of alignments.entries())
  for (const [letter, phonemes] of entries[i]!.options === undefined ? (alignment ?? []) : []) {
    const key = [letter, ...phonemes].join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
const keys = [...counts].flatMap(([key, count]) => (count >= LEAST_COUNT ? [key] : [])).sort()
const soundsOf = (key: string): string => key.split(' ').slice(1).map(withoutStress).join(' ')
const sounds = [...new Set(keys.map(soundsOf))].sort()
const graphones = keys.map((key): Graphone => {
  const [letter, ...phonemes] = key.split(' ')
  return { letter: letter!, phonemes, sounds: sounds.indexOf(soundsOf(key)) }
})
const numbers = new Map(keys.map((key, i) => [key, i]))
const ending = endOfWord(sounds.length)

/** The graphones that each letter may be, from the first letter on. */
function graphonesOf(i: number): readonly (readonly number[])[] {
  let phoneme = 0
  return (alignments[i] ?? []).map(([letter, phonemes]) => {
    const options = phonemes.map((one) => entries[i]!.options?.[phoneme++] ?? [one])
    const all = options.reduce<string[]>(
      (begun, some) => begun.flatMap((one) => some.map((more) => `${one} ${more}`)),
      [letter],
    )
    return all.flatMap((key) => numbers.get(key) ?? [])
  })
}

const columns = {
  letters: [] as Uint16Array[],
  words: [] as Uint16Array[],
  past: [] as Uint16Array[],
  sounds: [] as Uint16Array[],
  targets: [] as number[],
  stress: [] as number[],
  lengths: [] as number[],
  wordLengths: [] as number[],
  parts: [] as number[],
}
const weights: number[] = []
const sets = new Map<string, number>()

for (const [i, entry] of entries.entries()) {
  const choices = graphonesOf(i)
  if (choices.length === 0 || choices.length > LONGEST || choices.some((some) => some.length === 0)) continue
  const word = spelled[i]!
  const past = new Uint16Array(choices.length * PAST_FEATURES)
  const behind = new Uint16Array(choices.length * 3)
  const stress: number[] = []
  let at = ending
  for (let k = choices.length - 1; k >= 0; k--) {
    describePast(word.letters, k, at.sounds, past.subarray(k * PAST_FEATURES, (k + 1) * PAST_FEATURES))
    behind.set(at.sounds.slice(0, 3), k * 3)
    stress[k] = entry.options === undefined ? stressRow(at.stress) : 0
    at = extendPast(at, graphones[choices[k]![0]!]!)
  }
  for (const choice of choices) {
    const key = choice.toSorted((a, b) => a - b).join(' ')
    if (!sets.has(key)) sets.set(key, sets.size)
    columns.targets.push(sets.get(key)!)
  }
  const groups = describeWord(word)
  columns.letters.push(describeLetters(word))
  columns.words.push(groups)
  columns.past.push(past)
  columns.sounds.push(behind)
  columns.stress.push(...stress)
  columns.lengths.push(choices.length)
  columns.wordLengths.push(groups.length)
  columns.parts.push(SOURCES.indexOf(entry.source) * 2 + Number(isOfTheTenth(word.letters)))
  weights.push(entry.weight)
}

mkdirSync(output, { recursive: true })
for (const [name, column] of Object.entries(columns)) {
  const flat = column.map((one) => (typeof one === 'number' ? Uint16Array.of(one) : one))
  const all = new Uint16Array(flat.reduce((sum, one) => sum + one.length, 0))
  let at = 0
  for (const one of flat) {
    all.set(one, at)
    at += one.length
  }
  writeFileSync(join(output, `${name}.u16`), new Uint8Array(all.buffer))
}
writeFileSync(join(output, 'weights.f32'), new Uint8Array(Float32Array.from(weights).buffer))
const header = {
  features: FEATURES,
  rows: LETTER_ROWS,
  wordRows: WORD_ROWS,
  pastFeatures: PAST_FEATURES,
  pastRows: PAST_ROWS,
  stresses: STRESS_ROWS,
  sounds: sounds.length + 1,
  graphones: graphones.map(({ letter, sounds: number, phonemes }) => [letter, number, ...phonemes].join(' ')),
  sets: [...sets.keys()].map((key) => key.split(' ').map(Number)),
  sources: SOURCES,
}
writeFileSync(join(output, 'header.json'), JSON.stringify(header))
process.stdout.write(`${weights.length} of ${entries.length} entries, ${graphones.length} graphones\n`)
