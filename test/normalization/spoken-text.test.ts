import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withoutStress } from '../../src/text/arpabet.ts'
import { ABBREVIATIONS } from '../../src/text/english/abbreviations.ts'
import { DAYS, findMonthName, MONTHS } from '../../src/text/english/calendar.ts'
import { CHAT_WORDS } from '../../src/text/english/chat-words.ts'
import { CURRENCIES } from '../../src/text/english/currencies.ts'
import { nameLetters } from '../../src/text/english/letter-names.ts'
import { SPECIAL_WORDS } from '../../src/text/english/special-words.ts'
import { UNITS } from '../../src/text/english/units.ts'
import type { SpokenWord, Utterance } from '../../src/text/utterance.ts'
import { analyzeEveryday, lexicon } from '../support/everyday-sentences.ts'
import { EVERYDAY_TABLES, readEverydaySentences } from '../support/everyday-tables.ts'

type Row = { readonly written: string; readonly locale: string }

const categories = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name): Row[] => {
    const { locale, rows } = JSON.parse(readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
    return rows.map(([written]: [string]) => ({ written, locale }))
  })
const everyday: readonly Row[] = EVERYDAY_TABLES.flatMap(readEverydaySentences)

/** The whole words of every abbreviation that has one. */
const wholes = new Map<string, readonly string[]>([
  ...Array.from(ABBREVIATIONS, ([short, uses]) => [short, uses.map(({ say }) => say)] as const),
  ...Array.from(MONTHS, ([short, month]) => [short, [findMonthName(month)!]] as const),
  ...Array.from(DAYS, ([short, day]) => [short, [day]] as const),
])

/** Where abbreviations are written, besides their own places. */
const FRAMES = ['Say % now.', 'a %-based test', 'Write to info@%.example.org', 'in my_%_file', 'See /var/%/log.']
const framed = [...wholes.keys(), 'usb', 'npm', 'hdmi', 'cds', 'ufos', 'lbs', 'rpm', 'mph']
  .filter((short) => /^[a-z]+$/.test(short))
  .flatMap((short) => FRAMES.map((frame): Row => ({ written: frame.replace('%', short), locale: 'en_US' })))
/** Every entry of the tables of normalisation, after a number and after a word. */
const tabled = [...UNITS.keys(), ...CHAT_WORDS.keys(), ...SPECIAL_WORDS.keys(), ...CURRENCIES.keys()].flatMap((key) =>
  ['It has 12 % now.', 'It is % now.'].map(
    (frame): Row => ({ written: frame.replace('%', () => key), locale: 'en_US' }),
  ),
)

describe.each([
  ['categories', categories],
  ['everyday sentences', everyday],
  ['abbreviations anywhere', framed],
  ['units, shorthand and signs', tabled],
])('%s', (_name, rows) => {
  test('the spoken text says what the voice says', () => {
    const faults = rows.flatMap((row) => {
      const utterance = analyzeEveryday(row)
      return wordsOf(utterance).flatMap((word) => findFault(word, row) ?? [])
    })
    expect([...new Set(faults)]).toEqual([])
  })
})

test('captions show every word that is said, in order', () => {
  const faults = [...categories, ...everyday].filter((row) => {
    const utterance = analyzeEveryday(row)
    const said = [...new Set(wordsOf(utterance).map(({ source }) => source))]
    return said.join() !== [...utterance.words.keys()].join()
  })
  expect(faults).toEqual([])
})

function wordsOf({ sentences }: Utterance): readonly SpokenWord[] {
  return sentences.flatMap(({ words }) => words)
}

/** A digit or mark in the spoken text, letters that are said one by one, or an abbreviation that is said in full. */
function findFault({ text, phonemes, origin }: SpokenWord, { written, locale }: Row): string | undefined {
  if (origin === 'respelling') return undefined
  const fault = (what: string) => `${what}: "${text}" [${phonemes.join(' ')}] in "${written}"`
  if (!/^'?[a-z]+(?:'[a-z]+)*'?$/.test(text)) return fault('not a word')
  if (text.length > 1 && !text.includes("'") && soundOf(nameLetters(text, locale)) === soundOf(phonemes))
    return fault('letters')
  const whole = wholes.get(text)?.find((one) => one !== text && soundOfPhrase(one) === soundOf(phonemes))
  return whole === undefined ? undefined : fault(`short for ${whole}`)
}

function soundOf(phonemes: readonly string[]): string {
  return phonemes.map(withoutStress).join(' ')
}

function soundOfPhrase(phrase: string): string {
  return soundOf(phrase.split(' ').flatMap((word) => lexicon.pronunciationsOf(word)[0] ?? []))
}
