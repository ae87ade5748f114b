import { describe, expect, test } from 'vitest'
import {
  expectEveryday,
  readEverydaySentences,
  readKnownMisses,
  speakEveryday,
} from '../../support/everyday-sentences.ts'

const HALVES = ['first-half', 'second-half', 'final-check'] as const
const misses = readKnownMisses()

describe.each(HALVES)('%s', (half) => {
  const sentences = readEverydaySentences(half)
  const right = sentences.filter(({ written }) => !misses.has(written))

  test('has its sentences', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(half === 'final-check' ? 49 : 200)
  })

  test.each(right)('$kind: $written', (sentence) => {
    expect(speakEveryday(sentence)).toBe(expectEveryday(sentence))
  })
})

test('every known miss is a sentence of the table', () => {
  const written = new Set(HALVES.flatMap(readEverydaySentences).map((sentence) => sentence.written))
  expect([...misses].filter((miss) => !written.has(miss))).toEqual([])
})
