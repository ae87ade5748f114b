import { expect, test } from 'vitest'
import { upgradePlan } from './stored-plan.ts'
import type { SynthesisPlan } from './synthesis-plan.ts'

const PLAN = { engine: 'tone', languageCode: 'en-us', segments: [], warnings: [] }

/** A plan of version 1 for a text and its words. */
function planVersion1(text: string, words: readonly string[]) {
  const spans = words.map((word) => ({ text: word, start: text.indexOf(word), end: text.indexOf(word) + word.length }))
  return { ...PLAN, version: 1, text, words: spans } as const
}

test.each([
  ['A <tempo value="0.8">slow</tempo>, “last” word.', ['A', 'slow', 'last', 'word'], 'A slow, “last” word.'],
  ['<speak>Wait<break time="1s"/> here.</speak>', ['Wait', 'here'], 'Wait here.'],
  ['Is <b>this plain?', ['Is', 'this', 'plain'], 'Is <b>this plain?'],
])('a plan of version 1 for %j knows what is around its words', (text, words, shown) => {
  const plan = upgradePlan(planVersion1(text, words))
  expect(plan.version).toBe(2)
  expect(plan.words.map(({ before, text: word, after }) => before + word + after).join('')).toBe(shown)
  expect(plan.words.map(({ start, end }) => text.slice(start, end))).toEqual(words)
})

test('a plan of this version stays as it is', () => {
  const plan: SynthesisPlan = { ...PLAN, version: 2, text: '', words: [] }
  expect(upgradePlan(plan)).toBe(plan)
})
