import { expect, test } from 'vitest'
import { breakCost } from './break-cost.ts'

test.each([
  ['When it rains,', 'we stay', 0],
  ['He said “no”', 'and left', 0],
  ['we stayed at home', 'because it rained', 0.5],
  ['the copyright owner', 'of the Work', 0.5],
  ['the old', 'house', 1],
  ['by Ada', 'Lovelace in London', 2],
  ['it took 300', 'years', 2],
  ['it took 300', 'and more', 0.5],
  ['we looked at the', 'house', 3],
  ['THE', 'HOUSE', 3],
  ['they have', 'been there', 3],
])('%s / %s', (text, next, cost) => {
  expect(breakCost(text, next)).toBe(cost)
})
