import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { analyzeEveryday } from '../../../test/support/everyday-sentences.ts'
import { DIALECT_NAMES, dialectOf, findLocale, findLocaleByName, LOCALES } from './dialects.ts'

test('the table has traits that its README describes', () => {
  const described = readFileSync('data/english/README.md', 'utf8')
  for (const trait of LOCALES.flatMap((locale) => [...dialectOf(locale).traits]))
    expect(described).toContain(`| \`${trait}\` |`)
})

test('each name of a dialect means one', () => {
  expect(new Set(DIALECT_NAMES).size).toBe(DIALECT_NAMES.length)
  for (const name of DIALECT_NAMES) expect(LOCALES).toContain(findLocaleByName(name))
})

test('codes are found in any case; names and other languages are no codes', () => {
  expect(['en_GB', 'en-gb', 'EN_AU', 'uk', 'de_DE'].map(findLocale)).toEqual([
    'en_GB',
    'en_GB',
    'en_AU',
    undefined,
    undefined,
  ])
  expect(['UK', 'gb', 'fr'].map(findLocaleByName)).toEqual(['en_GB', 'en_GB', undefined])
  expect(() => dialectOf('de_DE')).toThrow('Cannot read the dialect "de_DE"')
})

test.each([
  ['en_US', 'The schedule is due on 3/4.', 'march fourth', 'S K EH1 JH UW0 L'],
  ['en_GB', 'The schedule is due on 3/4.', 'the third of april', 'SH EH1 JH UW0 L'],
  ['en_AU', 'The schedule is due on 3/4.', 'the third of april', 'SH EH1 JH UW0 L'],
])('%s reads dates and words in its way', (locale, written, date, schedule) => {
  const words = analyzeEveryday({ locale, written }).sentences.flatMap((sentence) => sentence.words)
  expect(words.map(({ text }) => text).join(' ')).toContain(date)
  expect(words.find(({ text }) => text === 'schedule')?.phonemes.join(' ')).toBe(schedule)
})
