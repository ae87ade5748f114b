import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeSource } from '../../../test/support/normalize-source.ts'
import { ServiceError } from '../../errors.ts'
import type { NormalizedText } from './normalized-text.ts'

/** The promises of `normalizeText` that its answer for a text breaks; none for a text that it rejects. */
function findBrokenPromises(source: string): readonly string[] {
  const text = normalizeOrReject(source)
  if (text === undefined) return []
  return [...findBrokenSpeech(text), ...findBrokenSources(source, text), ...findSkipped(source, text)]
}

function normalizeOrReject(source: string): NormalizedText | undefined {
  try {
    return normalizeSource(source)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'INVALID_TEXT') return undefined
    throw error
  }
}

function findBrokenSpeech({ words, sentences }: NormalizedText): readonly string[] {
  const broken: string[] = []
  const heard = new Set<number>()
  let last = 0
  for (const sentence of sentences) {
    if (sentence.words.length === 0) broken.push('a sentence has no words')
    if (sentence.words.at(-1)?.boundary === undefined) broken.push('a sentence ends without a boundary')
    for (const { text, source } of sentence.words) {
      if (!/^'?[a-z][a-z']*$/.test(text)) broken.push(`spoken word ${JSON.stringify(text)}`)
      if (source < last) broken.push(`source falls from ${last} to ${source}`)
      last = source
      heard.add(source)
    }
  }
  if (heard.size !== words.length) broken.push(`${words.length - heard.size} source words are silent`)
  if (sentences.at(-1)?.endsParagraph !== true) broken.push('the last paragraph does not end')
  return broken
}

function findBrokenSources(source: string, { words }: NormalizedText): readonly string[] {
  const broken: string[] = []
  let end = 0
  for (const word of words) {
    if (word.start < end || word.end <= word.start) broken.push(`source word at ${word.start} after ${end}`)
    if (word.text !== source.slice(word.start, word.end)) broken.push(`source word ${JSON.stringify(word.text)}`)
    end = word.end
  }
  return broken
}

/** Every letter, digit and spoken sign of the caller's text stands in a source word. */
function findSkipped(source: string, { words }: NormalizedText): readonly string[] {
  const covered = new Uint8Array(source.length)
  for (const { start, end } of words) covered.fill(1, start, end)
  return source
    .split('')
    .flatMap((character, at) =>
      /[A-Za-z0-9À-ÖØ-öø-ž&%+=$€£½°α-ω]/.test(character) && covered[at] === 0 && !drawsLine(source, character)
        ? [`${character} at ${at} is skipped`]
        : [],
    )
}

/** A row of four equal signs is a line, not text. */
function drawsLine(source: string, sign: string): boolean {
  return /[=+&%°]/.test(sign) && source.includes(sign.repeat(4))
}

const PIECES =
  '$ € £ 5 12 1,234 3.14 0 007 99 1/2 ½ 2½ 10% °C km km/h kg % & + - – — − = × ± ≤ < > # @ ~ * ^ _ / \\ . , ; : ? ! … ... ( ) [ ] " \' “ ” ‘ ’ a I A B. J. K. ' +
  "U.S. U.S.A. a.m. p.m. PM am e.g. i.e. etc. Dr. St. No. Mr. vs. Nov. Monday Mon-Fri 3rd 21st 1990s '90s 2026 11/03/2026 2026-11-03 3:45 15:30 555-0134 +1 (555) v2.0.1 " +
  "B2B 4K A380 1099-MISC C++ C# NASA FBI CEOs OK IV XIV Louis World War II Chapter don't o'clock well-known café naïve ß æ ø α Ω iPhone YouTube a@b.co https://x.org/y?z=1 " +
  'report_final.pdf #tag @home 6\'2" \u200b \u00ad 😀 \n \n\n \t USD million bn IL 62701 the The word Hello STOP NOW sq ft constructor'
const everydayText = fc
  .array(fc.tuple(fc.constantFrom(...PIECES.split(/ (?=\S)/)), fc.constantFrom('', ' ', ' ', ' ')), {
    minLength: 1,
    maxLength: 14,
  })
  .map((parts) => parts.flat().join(''))

test('keeps every promise for everyday pieces in any order', () => {
  fc.assert(
    fc.property(everydayText, (source) => {
      expect(findBrokenPromises(source)).toEqual([])
    }),
    { numRuns: 250 },
  )
})

test.each(['+4K $', '+4K €', 'He owes +4K $.', "A'AA"])('keeps every promise for %j', (source) => {
  expect(findBrokenPromises(source)).toEqual([])
})

test('keeps every promise for any characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (source) => {
      expect(findBrokenPromises(source)).toEqual([])
    }),
    { numRuns: 250 },
  )
})

test('keeps every promise for printable ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 80 }), (source) => {
      expect(findBrokenPromises(source)).toEqual([])
    }),
    { numRuns: 250 },
  )
})

const UNITS = "a 1 a' a- a. 1, $ ( . A 1. 5- a_ \" = ½ x@ http:// a\n é a) I. #a 1/ ' -- a1 Ya".split(/ (?=\S)/)

/** Notations whose neighbours decide how they are read. */
const MEASURES =
  '6/4 and |Leeds 0, |2-1 and |ch 3 sl st |next st. |12s |at 1415 |305 to |per sq m |½ pint of |3 lb./$2 '.split('|')

test.each([...UNITS, ...MEASURES, ' 5 -', ' a', ' 1', '. '])(
  'reads 100,000 characters of %j, or finds no words in them',
  (unit) => {
    expect(findBrokenPromises(unit.repeat(Math.ceil(100_000 / unit.length)))).toEqual([])
  },
)

test('reads a long row of any capital that no syllable ends at once', () => {
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    const row = letter.repeat(200)
    for (const text of [`${row}QQ`, `${row}A${row}QQ`, `A${row}1`]) expect(findBrokenPromises(text)).toEqual([])
  }
})

test('reads what looks like a rate and has no number', () => {
  for (const text of ['doses/81A hrs', 'xlz`81A@ d_', '4 doses/A hrs', 'ml/1.5.2 d'])
    expect(findBrokenPromises(text)).toEqual([])
})
