import { describe, expect, test } from 'vitest'
import {
  expectEveryday,
  readEverydaySentences,
  readKnownMisses,
  speakEveryday,
} from '../../support/everyday-sentences.ts'

const misses = readKnownMisses()

describe.each(['first-half'] as const)('%s', (half) => {
  const sentences = readEverydaySentences(half)
  const right = sentences.filter(({ written }) => !misses.has(written))
  const wrong = sentences.filter(({ written }) => misses.has(written))

  test('has at least 200 sentences', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(200)
  })

  test.each(right)('$kind: $written', (sentence) => {
    expect(speakEveryday(sentence)).toBe(expectEveryday(sentence))
  })

  test.each(wrong)('$kind, a known miss: $written', (sentence) => {
    expect(speakEveryday(sentence)).not.toBe(expectEveryday(sentence))
  })
})
