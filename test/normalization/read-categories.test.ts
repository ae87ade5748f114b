import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatSpoken, normalizeSource } from '../support/normalize-source.ts'

/** Sentences of one kind as written and as read out; a letter that is named is a capital. */
type Category = {
  readonly locale: 'en_US' | 'en_GB'
  readonly rows: readonly (readonly [written: string, spoken: string])[]
}

const categories = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, JSON.parse(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')) as Category] as const)

test('there are at least 31 categories of 15 sentences', () => {
  const counts = categories.map(([, { rows }]) => rows.length)
  expect(counts.length).toBeGreaterThanOrEqual(31)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(15)
})

/** Sentences that are read wrong; a test says so when one is right again. */
const MISSES: ReadonlySet<string> = new Set([
  'down 17-14 at the half',
  'Lat. 40.7° N, long. 74.0° W',
  'See p. 2, n. 3.',
])

describe.each(categories)('%s', (_name, { locale, rows }) => {
  test.fails.each(rows.filter(([written]) => MISSES.has(written)))('wrong: %s', (written, spoken) => {
    expect(formatSpoken(normalizeSource(written, { locale }))).toBe(spoken)
  })

  test.each(rows.filter(([written]) => !MISSES.has(written)))('%s', (written, spoken) => {
    expect(formatSpoken(normalizeSource(written, { locale }))).toBe(spoken)
  })
})
