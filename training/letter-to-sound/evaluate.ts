/**
 * Measures how unknown words are said, on words that the network never saw: the tenth of each dictionary that is held out.
 * Run: npx node training/letter-to-sound/evaluate.ts WIKTIONARY [NETWORK]
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isVowel, withoutStress } from '../../src/text/arpabet.ts'
import { foldLetters } from '../../src/text/english/fold-letters.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon, packLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { pronounceWord } from '../../src/text/phonemization/pronounce-word.ts'
import { capitalise, isOfTheTenth } from './entries.ts'
import { type Dictionary, newWords, readCmudict, readSupplement, readWiktionary } from './read-dictionaries.ts'

/** A word, and what each phoneme of its pronunciations may be. */
type Row = { readonly written: string; readonly readings: readonly (readonly (readonly string[])[])[] }

const [wiktionaryFolder, network = resolve(import.meta.dirname, '../../data/letter-to-sound/en-us.bin')] =
  process.argv.slice(2) as [string, string?]
const letterToSound = createLetterToSound(readFileSync(network))
const supplement = readSupplement()
const cmudict = readCmudict(supplement)
const learned = [...cmudict, ...supplement].filter(([word]) => !isOfTheTenth(word))
const lexicon = createLexicon(
  packLexicon({ american: new Map(learned), reviewed: new Set(), regional: new Map(), homographs: new Map() }),
)
const options = { lexicon, letterToSound, locale: 'en_US' }

const guess = (written: string): readonly string[] => letterToSound.readingsOf(written)[0]?.phonemes ?? []
const say = (written: string): readonly string[] =>
  pronounceWord({ text: foldLetters(written), written }, options).phonemes

/** Ways to compare phonemes with a reading: exactly, without stress, or without differences that listeners hardly notice. */
const MEASURES: readonly ((phonemes: readonly string[], reading: Row['readings'][number]) => boolean)[] = [
  (phonemes, reading) => matches(phonemes, reading, (one) => one),
  (phonemes, reading) => matches(phonemes, reading, withoutStress),
  (phonemes, reading) => matches(phonemes, reading, outlineOf),
]

function matches(
  phonemes: readonly string[],
  reading: Row['readings'][number],
  look: (one: string) => string,
): boolean {
  return (
    phonemes.length === reading.length &&
    phonemes.every((one, i) => reading[i]!.some((other) => look(other) === look(one)))
  )
}

/** A phoneme with weak vowels alike, AA and AO alike, and main and secondary stress apart. */
function outlineOf(phoneme: string): string {
  if (!isVowel(phoneme)) return phoneme
  const vowel = withoutStress(phoneme)
  if (phoneme.endsWith('0') && /^(?:AH|IH|EH|UH|IY|AE|AA|AO|OW)$/.test(vowel)) return '@'
  return `${vowel.replace('AO', 'AA')}${phoneme.endsWith('1') ? '1' : ''}`
}

function measure(name: string, rows: readonly Row[], by: (written: string) => readonly string[]): void {
  const right = MEASURES.map(() => 0)
  const started = performance.now()
  for (const { written, readings } of rows) {
    const phonemes = by(written)
    for (const [i, isRight] of MEASURES.entries())
      if (readings.some((reading) => isRight(phonemes, reading))) right[i]!++
  }
  const time = ((performance.now() - started) / rows.length).toFixed(2)
  const shares = right.map((count) => `${((100 * count) / rows.length).toFixed(1)} %`.padStart(9))
  process.stdout.write(`${name.padEnd(44)}${String(rows.length).padStart(6)}${shares.join('')}${time.padStart(7)}\n`)
}

function heldOut(words: Dictionary): readonly Row[] {
  return [...words].flatMap(([written, pronunciations]) =>
    isOfTheTenth(written)
      ? [{ written, readings: pronunciations.map((phonemes) => phonemes.map((one) => [one])) }]
      : [],
  )
}

const asNames = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ ...row, written: capitalise(row.written) }))
const wiktionary = newWords(
  readWiktionary(join(wiktionaryFolder, 'en-us.tsv')),
  (word) => cmudict.has(word) || supplement.has(word),
)
  .filter(({ written }) => isOfTheTenth(foldLetters(written)))
  .map(({ written, options: readings }): Row => ({ written, readings: [readings!] }))

process.stdout.write(`${' '.repeat(45)}words    exact  no stress    alike     ms\n`)
for (const [who, by] of [
  ['network', guess],
  ['as said', say],
] as const) {
  measure(`${who}: CMUdict`, heldOut(cmudict), by)
  measure(`${who}: CMUdict, as names`, asNames(heldOut(cmudict)), by)
  measure(`${who}: supplement`, heldOut(supplement), by)
  measure(`${who}: supplement, as names`, asNames(heldOut(supplement)), by)
  measure(
    `${who}: Wiktionary, small letters`,
    wiktionary.filter(({ written }) => /^\p{Ll}/u.test(written)),
    by,
  )
  measure(
    `${who}: Wiktionary, names`,
    wiktionary.filter(({ written }) => /^\p{Lu}/u.test(written)),
    by,
  )
}
