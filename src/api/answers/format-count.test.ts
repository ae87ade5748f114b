import { expect, test } from 'vitest'
import { formatCount } from './format-count.ts'

test('one is singular, and none is plural', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'voice'))).toEqual(['0 voices', '1 voice', '2 voices'])
})
