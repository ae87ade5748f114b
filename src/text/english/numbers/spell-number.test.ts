import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spellCardinal, spellDigits, spellNumber, spellOrdinal, spellPairs, spellYear } from './spell-number.ts'

describe('cardinals', () => {
  test.each([
    ['0', 'zero', 'zero'],
    ['000', 'zero', 'zero'],
    ['105', 'one hundred five', 'one hundred and five'],
    ['1,000,001', 'one million one', 'one million and one'],
    ['1000000000000000000', 'one quintillion', 'one quintillion'],
    [`1${'0'.repeat(63)}`, 'one vigintillion', 'one vigintillion'],
    [`1${'0'.repeat(66)}`, `one${' zero'.repeat(66)}`, `one${' zero'.repeat(66)}`],
  ])('%s', (digits, american, british) => {
    expect(spellCardinal(digits, 'en_US')).toBe(american)
    expect(spellCardinal(digits, 'en_GB')).toBe(british)
  })

  test('are letters and spaces for any number of digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,90}$/), (digits) => {
        expect(spellCardinal(digits, 'en_US')).toMatch(/^[a-z]+(?: [a-z]+)*$/)
        expect(spellOrdinal(digits, 'en_GB')).toMatch(/^[a-z]+(?: [a-z]+)*$/)
      }),
    )
  })
})

test.each([
  ['1', 'first'],
  ['12', 'twelfth'],
  ['20', 'twentieth'],
  ['101', 'one hundred first'],
  ['1000', 'one thousandth'],
  ['2,003', 'two thousand third'],
])('the ordinal of %s is %s', (digits, spoken) => {
  expect(spellOrdinal(digits, 'en_US')).toBe(spoken)
})

test.each([
  ['1999', 'nineteen ninety nine'],
  ['1900', 'nineteen hundred'],
  ['1905', 'nineteen oh five'],
  ['2000', 'two thousand'],
  ['2005', 'two thousand five'],
  ['2026', 'twenty twenty six'],
  ['1066', 'ten sixty six'],
  ['1005', 'one thousand five'],
  ['476', 'four hundred seventy six'],
])('the year %s is %s', (digits, spoken) => {
  expect(spellYear(digits, 'en_US')).toBe(spoken)
})

test.each([
  ['7', 'seven'],
  ['42', 'forty two'],
  ['305', 'three oh five'],
  ['815', 'eight fifteen'],
  ['900', 'nine hundred'],
  ['1408', 'fourteen oh eight'],
  ['2000', 'two thousand'],
  ['007', 'oh oh seven'],
  ['12345', 'one two three four five'],
])('%s in pairs is %s', (digits, spoken) => {
  expect(spellPairs(digits, 'en_US')).toBe(spoken)
})

test.each([
  ['-1,234.50', 'minus one thousand two hundred thirty four point five zero'],
  ['.5', 'point five'],
  ['+3', 'plus three'],
  ['±2', 'plus or minus two'],
  ['007', 'zero zero seven'],
  ['0.07', 'zero point zero seven'],
  ['1234567890123456', spellDigits('1234567890123456')],
  ['12a', undefined],
  ['', undefined],
  ['1,23', undefined],
])('the number %j is %s', (text, spoken) => {
  expect(spellNumber(text, 'en_US')).toBe(spoken)
})
