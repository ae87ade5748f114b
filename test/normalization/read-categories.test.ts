import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatSpoken, normalizeSource } from '../support/normalize-source.ts'

/** Sentences of one kind as written and as read out; a letter that is named is a capital. */
type Category = {
  readonly locale: string
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

/** What is misread. */
const MISSES: ReadonlySet<string> = new Set([
  'The count is 3-1.',
  'We lost 1-0 at home.',
  'down 17-14 at the half',
  'With 30s left he shot.',
  'Quote ref. no. 4471/B.',
  '2,500 sq. ft. home',
  '1/2 t salt',
  'Gold (Au) is soft.',
  'Fam 👨‍👩‍👧 time.',
])

describe.each(categories)('%s', (_name, { locale, rows }) => {
  test.each(rows.filter(([written]) => !MISSES.has(written)))('%s', (written, spoken) => {
    expect(formatSpoken(normalizeSource(written, { locale }))).toBe(spoken)
  })
})
