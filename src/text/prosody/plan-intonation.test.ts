import { expect, test } from 'vitest'
import { NEUTRAL_DELIVERY } from '../markup/markup-run.ts'
import type { BoundaryMark } from '../normalization/normalized-text.ts'
import type { SpokenWord } from '../utterance.ts'
import { planIntonation } from './plan-intonation.ts'

function sentence(text: string, mark: BoundaryMark = '?', phonemes = 'T EH1 S T'): readonly SpokenWord[] {
  const words = text.split(' ')
  return words.map((word, source): SpokenWord => {
    const spoken = { text: word, written: word, source, delivery: NEUTRAL_DELIVERY, origin: 'lexicon' as const }
    const isLast = source === words.length - 1
    const sounds = { ...spoken, phonemes: phonemes.split(' ') }
    return isLast ? { ...sounds, boundary: { mark, delivery: NEUTRAL_DELIVERY } } : sounds
  })
}

test.each([
  ['do you want some more', true],
  ['and is it late', true],
  ['you told him', true],
  ['where is it', false],
  ['and why not', false],
  ['at what cost', false],
  ["what's that", false],
  ['tea or coffee', false],
  ['or is it', true],
  ['did she say why', true],
])('"%s?" rises: %s', (text, rises) => {
  expect(planIntonation(sentence(text)).size > 0).toBe(rises)
})

test.each(['.', '!', ',', '…'] as const)('leaves a sentence that ends with %s to the engine', (mark) => {
  expect(planIntonation(sentence('do you want some more', mark)).size).toBe(0)
})

test('rises from the last stressed vowel to the end, and nowhere before', () => {
  const words = sentence('is it money', '?', 'M AH1 N IY0')
  const melody = planIntonation(words)
  expect([...melody.keys()]).toEqual([words[2]])
  expect(melody.get(words[2]!)).toEqual([0, 2, 4, 6, 8])
})

test('goes on rising over unstressed words at the end', () => {
  const [last, ...rest] = [...sentence('have you seen it')].reverse()
  const words = [...rest.reverse(), { ...last!, phonemes: ['IH0', 'T'] }]
  const melody = [...planIntonation(words).values()]
  expect(melody.map((heights) => heights.map((height) => Math.round(height)))).toEqual([
    [0, 1, 3, 4, 5],
    [5, 7, 8],
  ])
})

test('rises over the whole of a sentence without stress', () => {
  expect([...planIntonation(sentence('uh', '?', 'AH0')).values()]).toEqual([[4, 8]])
})
