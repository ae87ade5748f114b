import { expect, test } from 'vitest'
import { createTermMatcher } from './term-matcher.ts'

const matcher = createTermMatcher(['Badword', 'very bad'])

test.each([
  ['not a badword!', { term: 'Badword', start: 6, end: 13 }],
  ['VERY  BAD, badword', { term: 'very bad', start: 0, end: 9 }],
  ['badwords and verybad', undefined],
  ['', undefined],
])('%j', (text, match) => {
  expect(matcher.find(text)).toEqual(match)
})

test('no terms find nothing', () => {
  expect(createTermMatcher([]).find('anything')).toBeUndefined()
})
