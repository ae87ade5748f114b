import { expect, test } from 'vitest'
import { findRomanValue } from './roman-numeral.ts'

test.each([
  ['I', 1],
  ['IV', 4],
  ['IIII', 4],
  ['IX', 9],
  ['XIV', 14],
  ['XL', 40],
  ['LVIII', 58],
  ['XCIX', 99],
  ['CD', 400],
  ['MCMXCIV', 1994],
  ['MMMCMXCIX', 3999],
])('%s is %i', (numeral, value) => {
  expect(findRomanValue(numeral)).toBe(value)
})

test.each(['', 'IIIII', 'VX', 'IC', 'MMMM', 'iv', 'XIVA'])('%j is no numeral', (text) => {
  expect(findRomanValue(text)).toBeUndefined()
})
