/**
 * Feeds random texts to every stage of the text front end: each is spoken or refused with a place, and takes time in
 * proportion to its length. Exits with 1 if something else happens.
 *   npm run bench -- fuzz [texts] [seed]
 */

import { readFile } from 'node:fs/promises'
import { ServiceError } from '../src/errors.ts'
import { analyzeText } from '../src/text/analyze-text.ts'
import { LOCALES } from '../src/text/english/dialects.ts'
import { createHomographModel } from '../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../src/text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../src/text/reading/scoring/scorer.ts'
import { createReplacementSet } from '../src/text/replacements/replacement-set.ts'
import { createTagger } from '../src/text/tagging/tagger.ts'
import { printTable } from './support/print-table.ts'

const TEXTS = Number(process.argv[2] ?? 100_000)
let state = Number(process.argv[3] ?? 1)
const DATA = new URL('../data/', import.meta.url)

const lexicon = createLexicon(await readFile(new URL('lexicon/en-us.bin', DATA)))
const letterToSound = createLetterToSound(await readFile(new URL('letter-to-sound/en-us.bin', DATA)))
const homographs = createHomographModel(
  await readFile(new URL('homographs/en-us.bin', DATA)),
  createTagger(await readFile(new URL('tagging/en-us.bin', DATA))),
)
const readings = createReadingScorer(await readFile(new URL('reading/en-us.bin', DATA)))
const replacements = createReplacementSet([
  {
    libraryId: 'library',
    replacements: [
      { replacementId: '1', original: 'AI', replacementText: 'A I', isPhoneticRespelling: false, enabled: true },
      { replacementId: '2', original: '$5', replacementText: 'FY-v', isPhoneticRespelling: true, enabled: true },
    ],
  },
])

/** Mulberry32: the same seed gives the same texts. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const pick = <Item>(items: ArrayLike<Item>): Item => items[Math.floor(random() * items.length)]!

const PIECES =
  `<tempo value="0.8"> </tempo> <pitch value='+5'> </pitch> <loudness value="-40"> </loudness> <respell value="TUH-puhl"> </respell> ::TUH-puhl::
  :: < > & &amp; <break time="1s"/> <speak> </speak> <s> </s> <p> </p> $5 $1.5bn 1/2 3-4 10:30 24/7 C++ v2.0.1 #1 @home Nov. 3rd, Dr. St. Louis XIV
  1099-MISC AI don't e.g. U.S.A. https://example.com/a?b=c a@b.org 😀 é ß “ ” — … ? ! , . ; ( ) " ' naïve NASA iPhone 007 1,000,000 -5 ° % ½ α \u0000 你 \ud800`.split(
    /\s+/,
  )

const KINDS = {
  pieces: () => Array.from({ length: random() * 30 }, () => pick(PIECES) + pick(['', ' ', ' ', '\n', '\n\n'])).join(''),
  ascii: () => Array.from({ length: random() * 200 }, () => String.fromCharCode(32 + random() * 95)).join(''),
  letters: () => Array.from({ length: random() * 100 }, () => pick("abcdefghijklmnopqrstuvwxyz'  ")).join(''),
  digits: () => Array.from({ length: random() * 60 }, () => pick('0123456789.,:/-$% ')).join(''),
  units: () => Array.from({ length: random() * 80 }, () => String.fromCharCode(random() * 0x10000)).join(''),
} as const

type Tally = { spoken: number; refused: number; slowestMs: number; badOffsets: number }
const failures: string[] = []

function analyze(text: string, ssml: boolean): void {
  analyzeText(text, {
    replacements,
    ssml,
    locale: LOCALES[Math.floor(random() * LOCALES.length)]!,
    lexicon,
    letterToSound,
    homographs,
    readings,
  })
}

function tryText(text: string, tally: Tally): void {
  const began = performance.now()
  try {
    analyze(text, random() < 0.3)
    tally.spoken += 1
  } catch (error) {
    if (!(error instanceof ServiceError)) failures.push(`${JSON.stringify(text)}: ${(error as Error).stack}`)
    tally.refused += 1
    const offset = (error as { offset?: number }).offset
    if (offset !== undefined && (offset < 0 || offset > text.length)) tally.badOffsets += 1
  }
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began)
}

const rows = Object.entries(KINDS).map(([kind, make]) => {
  const tally: Tally = { spoken: 0, refused: 0, slowestMs: 0, badOffsets: 0 }
  for (let text = 0; text < TEXTS / Object.keys(KINDS).length; text++) tryText(make(), tally)
  return {
    'random texts of': kind,
    spoken: tally.spoken,
    refused: tally.refused,
    'offsets outside': tally.badOffsets,
    'slowest ms': tally.slowestMs.toFixed(1),
  }
})
printTable(rows)

/** Time for 8 times the text; 8 is linear, 64 quadratic. */
function growth(piece: string): number {
  const time = (length: number): number => {
    const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
    const times = [1, 2, 3].map(() => {
      const began = performance.now()
      try {
        analyze(text, false)
      } catch (error) {
        if (!(error instanceof ServiceError)) failures.push(`${piece} x ${length}: ${(error as Error).stack}`)
      }
      return performance.now() - began
    })
    return Math.min(...times)
  }
  return time(160_000) / time(20_000)
}

console.log('')
const repeated = [
  'a',
  '1',
  '<',
  '::',
  '<tempo value="1">',
  'a.',
  'a b ',
  '. ',
  "'",
  '1,',
  '$',
  '-',
  '(',
  'Dr. ',
  'http://',
  '😀',
  '1/',
  'a1',
  'Ya',
]
printTable(
  repeated.map((piece) => ({ 'repeated to 20,000 and 160,000': piece, 'times the time': growth(piece).toFixed(1) })),
)

for (const failure of failures.slice(0, 10)) console.error(failure)
console.log(`\n${TEXTS} texts, ${failures.length} errors that are not the caller's`)
if (failures.length > 0) process.exitCode = 1
