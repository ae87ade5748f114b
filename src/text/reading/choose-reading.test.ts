import { expect, test } from 'vitest'
import { normalizeSource } from '../../../test/support/normalize-source.ts'

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

test.each(['It is 5:30 p.m. now.', 'Add 3/4 cup of milk.'])('rules read %j with its neighbours', (text) => {
  expect(decisionsOf(text)).toEqual([])
})
