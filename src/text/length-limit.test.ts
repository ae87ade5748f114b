import { expect, test } from 'vitest'
import { LANGUAGE } from '../../test/support/planning-data.ts'
import { analyzeInSteps, analyzeText } from './analyze-text.ts'
import type { Replacement } from './replacements/replacement-set.ts'
import { createReplacementSet } from './replacements/replacement-set.ts'
import { takeSteps } from './steps.ts'

type Library = readonly Partial<Replacement>[]

const optionsOf = (maxLength: number, libraries: readonly Library[] = []) => ({
  ...LANGUAGE,
  replacements: createReplacementSet(
    libraries.map((replacements, library) => ({
      libraryId: `${library}`,
      replacements: replacements.map((one, i) => ({
        replacementId: `${i}`,
        original: 'a',
        replacementText: 'b',
        isPhoneticRespelling: false,
        enabled: true,
        ...one,
      })),
    })),
  ),
  ssml: false,
  locale: 'en_US',
  maxLength,
})

test('a text may be so long as it is read out, and no longer', () => {
  const utterance = analyzeText('½ km', optionsOf(1000))
  const length = utterance.sentences.flatMap(({ words }) => words).reduce((sum, { text }) => sum + text.length + 1, 0)
  expect(analyzeText('½ km', optionsOf(length)).sentences).toEqual(utterance.sentences)
  expect(() => analyzeText('½ km', optionsOf(length - 1))).toThrow(
    `as it is read out it has more than ${length - 1} characters, which is what the plan allows`,
  )
})

test('replacements may put so much into a text, and no more', () => {
  const library = [{ original: 'cat', replacementText: '... dog ...' }]
  expect(analyzeText('A cat, a cat.', optionsOf(22, [library])).words).toHaveLength(4)
  expect(() => analyzeText('A cat, a cat, a cat.', optionsOf(32, [library]))).toThrow(
    'its replacements put more than 32 characters into it (at offset 16), which is what the plan allows',
  )
})

const BIG = '1 '.repeat(999)
const SOUNDS = 'TUH-puhl '.repeat(200)
test.each<[string, string, readonly Library[]]>([
  ['a replacement', 'a '.repeat(20_000), [[{ replacementText: BIG }]]],
  ['sounds', 'a '.repeat(20_000), [[{ replacementText: SOUNDS, isPhoneticRespelling: true }]]],
  [
    'different replacements',
    Array.from({ length: 5000 }, (_, i) => `w${i}`).join(' '),
    [Array.from({ length: 5000 }, (_, i) => ({ original: `w${i}`, replacementText: BIG }))],
  ],
  [
    'a hundred libraries',
    'a b c d '.repeat(3000),
    Array.from({ length: 100 }, (_, i) => [{ original: 'abcd'[i % 4]!, replacementText: BIG }]),
  ],
  ['replacements within tags', '<b>a</b> '.repeat(3000), [[{ replacementText: BIG }]]],
])('what %s would put in is counted before it is', (_, text, libraries) => {
  const refused = analyzeInSteps(text, optionsOf(5000, libraries))
  let steps = 0
  expect(() => {
    while (refused.next().done !== true) steps += 1
  }).toThrow('put more than 5000 characters into it')
  // Thousands of nodes that were put in would take many steps.
  expect(steps).toBeLessThan(10)
})

test('a text that becomes too long as it is read out is read no further', () => {
  const refused = analyzeInSteps('111111111111111 '.repeat(5000), optionsOf(5000))
  const whole = analyzeInSteps('111111111111111 '.repeat(5000), optionsOf(Number.POSITIVE_INFINITY))
  let steps = 0
  expect(() => {
    while (refused.next().done !== true) steps += 1
  }).toThrow('as it is read out it has more than 5000')
  let all = 0
  while (whole.next().done !== true) all += 1
  expect(steps).toBeLessThan(all / 2)
})

test('without a limit a text may grow as it likes', () => {
  expect(
    takeSteps(analyzeInSteps('a a', optionsOf(Number.POSITIVE_INFINITY, [[{ replacementText: BIG }]]))).sentences,
  ).not.toHaveLength(0)
})
