import { describe, expect, test } from 'vitest'
import { speakEveryday } from '../../support/everyday-sentences.ts'
import {
  EVERYDAY_TABLES,
  expectEveryday,
  readEverydaySentences,
  readKnownMisses,
} from '../../support/everyday-tables.ts'

const misses = readKnownMisses()

describe.each(EVERYDAY_TABLES)('%s', (table) => {
  const sentences = readEverydaySentences(table)
  const right = sentences.filter(({ written }) => !misses.has(written))

  test('has its sentences', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(15)
  })

  test.each(right)('$written', (sentence) => {
    const said = speakEveryday(sentence)
    expect(said).toBe(expectEveryday(sentence, said))
  })
})

test('every known miss is a sentence of the table', () => {
  const written = new Set(EVERYDAY_TABLES.flatMap(readEverydaySentences).map((sentence) => sentence.written))
  expect([...misses].filter((miss) => !written.has(miss))).toEqual([])
})
