import { expect, test } from 'vitest'
import { normalizeSource, textRun } from '../../../test/support/normalize-source.ts'
import { normalizeText } from '../normalization/normalize-text.ts'
import type { ReadingScorer } from './question.ts'

const decisionsOf = (text: string) => (normalizeSource(text).scored ?? []).map(({ decision }) => decision)

test('digits in groups are one form, and its groups are not asked about again', () => {
  const [decision, ...others] = decisionsOf('The passcode you requested is 804 339.')
  expect(decision).toMatchObject({ grammar: 'groups', chosen: { class: 'digits', fields: { figures: '804 339' } } })
  expect(others).toEqual([])
})

test('a long row of figures is a list, in which each is read alone', () => {
  const grammars = decisionsOf(`Draw ${'123 '.repeat(2000)}`).map(({ grammar }) => grammar)
  expect(new Set(grammars)).toEqual(new Set(['digits']))
})

test('the runner-up has other words, and the margin is its distance', () => {
  const [decision] = decisionsOf('The library closes on 3/5 for repairs.')
  expect(decision!.chosen).toEqual({ class: 'date', fields: { first: '3', second: '5' } })
  expect(decision!.runnerUp!.wording).not.toEqual(decision!.wording)
  expect(decision!.margin).toBeGreaterThan(0)
})

test('signs before and behind a form are said with it', () => {
  const words = (text: string) =>
    normalizeSource(text)
      .sentences.flatMap((sentence) => sentence.words.map((word) => word.text))
      .join(' ')
  expect(words('It has ~5M users.')).toBe('it has about five million users')
  expect(words('We hit 100K+ downloads.')).toBe('we hit one hundred thousand plus downloads')
})

test('a number and its unit are one form, and neither is asked about again', () => {
  const decisions = decisionsOf('She drank 12 oz of tea.')
  expect(decisions).toMatchObject([{ grammar: 'measure', chosen: { fields: { number: '12', suffix: 'oz' } } }])
  expect(decisions[0]!.wording.map((part) => part.map(({ text }) => text))).toEqual([['twelve'], ['ounces']])
})

test('a figure and a word that is no unit are read one by one', () => {
  expect(decisionsOf('She saw 12 cats.')).toEqual([])
})

test('a sum may be a loss only if it is alone in brackets', () => {
  const scored: (readonly string[])[] = []
  const readings: ReadingScorer = {
    score: ({ candidates }) => {
      scored.push(candidates.map((one) => one.class))
      return candidates.map(() => 0)
    },
  }
  const classesOf = (text: string) => {
    scored.length = 0
    const runs = [textRun(text, text)]
    normalizeText(runs, { source: text, locale: 'en_US', isWord: () => true, readings })
    return scored.flat()
  }
  expect(classesOf('It fell to ($4,500) in May.')).toContain('loss')
  expect(classesOf('It fell to $4,500 in May.')).not.toContain('loss')
})

test('what wants something behind it is not proposed at the end of a sentence', () => {
  const words = (text: string) =>
    normalizeSource(text)
      .sentences.flatMap((sentence) => sentence.words.map((word) => word.text))
      .join(' ')
  expect(words('I asked him twice. No.')).toBe('i asked him twice no')
  expect(words('I asked him. No. Then I left.')).toBe('i asked him no then i left')
})

test.each(['It is 5:30 p.m. now.', 'Call (555) 123-4567 now.'])('rules read %j with its neighbours', (text) => {
  expect(decisionsOf(text)).toEqual([])
})
