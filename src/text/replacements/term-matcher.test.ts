import { expect, test } from 'vitest'
import { createTermMatcher } from './term-matcher.ts'

const matcher = createTermMatcher(['Badword', 'very bad'])

test.each([
  ['not a badword!', [{ term: 'Badword', start: 6, end: 13 }]],
  [
    'VERY  BAD, badword',
    [
      { term: 'very bad', start: 0, end: 9 },
      { term: 'Badword', start: 11, end: 18 },
    ],
  ],
  ['badwords and verybad', []],
  ['', []],
])('%j', (text, matches) => {
  expect(matcher.findAll(text)).toEqual(matches)
})

test('no terms find nothing', () => {
  expect(createTermMatcher([]).findAll('anything')).toEqual([])
})
