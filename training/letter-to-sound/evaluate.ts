/**
 * Measures how unknown words are said, on the words that the model never saw. A word is right where it equals one of its
 * pronunciations in CMUdict. Run: npx node training/letter-to-sound/evaluate.ts [model [list of the words held out]]
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withoutStress } from '../../src/text/arpabet.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon, packLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { pronounceWord } from '../../src/text/phonemization/pronounce-word.ts'
import { type LexiconEntry, listedIn, splitLexicon } from './split.ts'

const [model = 'data/letter-to-sound/en-us.bin', heldOutList] = process.argv.slice(2)
const letterToSound = createLetterToSound(readFileSync(resolve(import.meta.dirname, '../..', model)))
const { train, heldOut } = splitLexicon(heldOutList === undefined ? undefined : listedIn(heldOutList))

type Guess = (word: string) => readonly string[]

/** Levenshtein distance in phones. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (const [i, phone] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(phone !== other)))
    row = next
  }
  return row.at(-1)!
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`.padStart(8)
}

function measure(name: string, entries: readonly LexiconEntry[], guess: Guess): void {
  let wrong = 0
  let wrongWithStress = 0
  let phoneErrors = 0
  let phones = 0
  const started = performance.now()
  for (const { word, pronunciations } of entries) {
    const phonemes = guess(word)
    const plain = phonemes.map(withoutStress)
    const errors = pronunciations.map((other) => distance(plain, other.map(withoutStress)))
    const least = Math.min(...errors)
    phoneErrors += least
    phones += pronunciations[errors.indexOf(least)]!.length
    if (least > 0) wrong++
    if (!pronunciations.some((other) => other.join(' ') === phonemes.join(' '))) wrongWithStress++
  }
  const speed = ((performance.now() - started) / entries.length).toFixed(2)
  const figures = [
    percent(wrong, entries.length),
    percent(wrongWithStress, entries.length),
    percent(phoneErrors, phones),
  ]
  process.stdout.write(`${name.padEnd(52)} ${String(entries.length).padStart(6)} ${figures.join('  ')}  ${speed}\n`)
}

const lexicon = createLexicon(
  packLexicon({
    american: new Map(train.map(({ word, pronunciations }) => [word, pronunciations])),
    reviewed: new Set(),
    regional: new Map(),
    homographs: new Map(),
  }),
)
const options = { lexicon, letterToSound, locale: 'en_US' }
const fromLetters: Guess = (word) => letterToSound.readingsOf(word)[0]?.phonemes ?? []
const asWord: Guess = (word) => pronounceWord({ text: word, written: word }, options).phonemes
const asName: Guess = (word) =>
  pronounceWord({ text: word, written: word[0]!.toUpperCase() + word.slice(1) }, options).phonemes
const isInflected = ({ word }: LexiconEntry): boolean =>
  pronounceWord({ text: word, written: word[0]!.toUpperCase() + word.slice(1) }, options).origin === 'derived'

process.stdout.write(`${' '.repeat(52)}  words  no stress  stress    phones  ms\n`)
measure('letter-to-sound alone', heldOut, fromLetters)
measure("  of these, -s or -'s on a word trained on", heldOut.filter(isInflected), fromLetters)
measure(
  '  of these, all others',
  heldOut.filter((entry) => !isInflected(entry)),
  fromLetters,
)
measure('as phonemize says them, written as names', heldOut, asName)
measure('as phonemize says them, written in lower case', heldOut, asWord)
