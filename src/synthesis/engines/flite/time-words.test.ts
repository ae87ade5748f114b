import { expect, test } from 'vitest'
import { makeWord } from '../../../../test/support/make-segment.ts'
import { parsePhoneEnds } from './parse-phone-ends.ts'
import { timeWords } from './time-words.ts'

const WORDS = [makeWord('AH0 N'), makeWord('AE1 P AH0 L')]

test('times words from the phones that Flite prints, pauses aside', () => {
  const phones = parsePhoneEnds('pau:0.200 ax:0.250 n:0.300 pau:0.400 ae:0.500 p:0.550 ax:0.600 l:0.700 pau:0.900 \n')
  expect(timeWords(WORDS, phones)).toEqual([
    { startSeconds: 0.2, endSeconds: 0.3, phoneEnds: [0.25, 0.3] },
    { startSeconds: 0.4, endSeconds: 0.7, phoneEnds: [0.5, 0.55, 0.6, 0.7] },
  ])
})

test.each([
  ['one is missing', 'pau:0.2 ax:0.3 n:0.4 ae:0.5 p:0.6 ax:0.7'],
  ['one is too many', 'pau:0.2 ax:0.3 n:0.4 ae:0.5 p:0.6 ax:0.7 l:0.8 s:0.9'],
  ['one is another', 'pau:0.2 ax:0.3 n:0.4 ae:0.5 p:0.6 iy:0.7 l:0.8'],
])('throws where of the phones %s', (_, printed) => {
  expect(() => timeWords(WORDS, parsePhoneEnds(printed))).toThrow('Flite was given 6 phones')
})

test.each(['', 'pau', 'pau:x', 'pau:0.2 n:0.1', 'pau:0.2\nflite: error'])('refuses "%s" as phone times', (printed) => {
  expect(() => parsePhoneEnds(printed)).toThrow('Cannot read the phone times')
})
