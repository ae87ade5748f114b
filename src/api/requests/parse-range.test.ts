import { expect, test } from 'vitest'
import { parseRange } from './parse-range.ts'

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes = 1 - 2', { start: 1, end: 2 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', undefined],
  ['bytes=1-2,5-6', undefined],
  ['items=1-2', undefined],
  ['bytes=-', undefined],
  [undefined, undefined],
])('%s of 100 bytes is %j', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})
