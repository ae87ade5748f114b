import { expect, test } from 'vitest'
import { analyzeEnglish } from '../../../test/support/sentence-speaker.ts'
import { lengthenSounds, meanStretch } from './lengthen-sounds.ts'

/** The phonemes that are lengthened, with their factors: `OW1 2`. */
function lengthened(text: string): string {
  const { words, sentences } = analyzeEnglish(text)
  const word = sentences[0]!.words[0]!
  const factors = lengthenSounds(word, words[word.source]!)
  if (factors === undefined) return ''
  expect(factors).toHaveLength(word.phonemes.length)
  return factors.flatMap((factor, i) => (factor === 1 ? [] : [`${word.phonemes[i]} ${factor.toFixed(2)}`])).join(', ')
}

test.each([
  ['Sooo good.', 'OW1 2.00'],
  ['Nooooo!', 'OW1 2.30'],
  ['Aaaaaaaaaah!', 'AA1 2.50'],
  ['Pleeease stop.', 'IY1 2.00'],
  ['Reeeally?', 'IY1 2.00'],
  ['Yesss!', 'S 2.00'],
  ['Stoppp!', 'AA1 2.00'],
  ['Byeee.', 'AY1 2.00'],
  ['Loooong ago.', 'AO1 2.15'],
  ['Hmm.', 'AH1 1.60, M 1.60'],
  ['Ahh.', 'AA1 1.60'],
])('%s is said with a long sound', (text, expected) => {
  expect(lengthened(text)).toBe(expected)
})

test.each([
  'So good.',
  'Good.',
  'Hello.',
  'Committee.',
  'Bookkeeper.',
  'www.example.com',
  'AAA batteries.',
  'Skiing.',
  'Shhh1',
  'Brrr-x',
])('%s is said as usual', (text) => {
  expect(lengthened(text)).toBe('')
})

test('an engine that lengthens whole words says them about as long', () => {
  expect(meanStretch()).toBe(1)
  expect(meanStretch([1, 1, 1])).toBe(1)
  expect(meanStretch([2])).toBe(2)
  expect(meanStretch([1, 2])).toBeCloseTo(1.67, 2)
})
