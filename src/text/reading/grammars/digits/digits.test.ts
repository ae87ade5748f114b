import { expect, test } from 'vitest'
import { proposeDigits } from './grammar.ts'
import { sayDigits } from './say.ts'

const readings = (text: string, locale: 'en_US' | 'en_GB' = 'en_US') =>
  proposeDigits(text).map((candidate) => sayDigits(candidate, locale))

test('three and four digits are an amount, pairs or digits', () => {
  expect(readings('415')).toEqual(['four hundred fifteen', 'four fifteen', 'four one five'])
  expect(readings('405')).toEqual(['four hundred five', 'four oh five'])
  expect(readings('1850', 'en_GB')).toEqual([
    'one thousand eight hundred and fifty',
    'eighteen fifty',
    'one eight five zero',
  ])
})

test('five and six digits are an amount or digits', () => {
  expect(readings('60493')).toEqual(['sixty thousand four hundred ninety three', 'six zero four nine three'])
})

test.each(['42', '042', '1234567', '12a4', ''])('%j is not for this grammar', (text) => {
  expect(proposeDigits(text)).toEqual([])
})
