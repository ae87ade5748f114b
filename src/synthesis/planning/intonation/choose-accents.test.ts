import { expect, test } from 'vitest'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'
import type { Emphasis } from '../../../text/markup/tree/markup-run.ts'
import { chooseAccents, emphasizeCapitals } from './choose-accents.ts'

const wordsOf = (text: string) => analyzeEnglish(text).sentences[0]!.words

/** Nothing said before, and all draws at their mean. */
const PLAIN = { heard: new Set<string>(), opensSentence: false, drawAt: () => 0 }

function emphasize(text: string, word: string, emphasis: Emphasis) {
  return wordsOf(text).map((spoken) => (spoken.text === word ? { ...spoken, emphasis } : spoken))
}

test.each([
  ['I never said that.', 'said'],
  ['Did you see it?', 'see'],
  ['Give it to me.', 'give'],
  ['She did not.', 'not'],
  ['That is what it is.', 'is'],
  ['And you?', 'you'],
])('in "%s" the last accent is on "%s"', (text, expected) => {
  const words = wordsOf(text)
  expect(words[chooseAccents(words, PLAIN).nucleus]?.text).toBe(expected)
})

test('an emphasised word has the highest accent, and the last', () => {
  const words = emphasize('The old man never sold the red house.', 'never', 'strong')
  const { heights, nucleus } = chooseAccents(words, PLAIN)
  expect(words[nucleus]?.text).toBe('never')
  expect(Math.max(...heights)).toBe(heights[nucleus])
  expect(heights.slice(nucleus + 1).every((height) => height === 0)).toBe(true)
})

test('a word said softly has no accent', () => {
  const words = emphasize('The old man sold it.', 'old', 'reduced')
  expect(chooseAccents(words, PLAIN).heights[1]).toBe(0)
})

test.each([
  ['I NEVER said that.', ['never']],
  ['This is REALLY good.', ['really']],
  ['The offer ends TODAY, so call NOW or wait a year.', ['today', 'now']],
  ['THIS IS ALL IN CAPITALS.', []],
  ['She works for NASA in Houston.', []],
  ['The BBC and I agree.', []],
  ['Nothing is loud here.', []],
])('in "%s" the capitals emphasise %j', (text, expected) => {
  const loud = emphasizeCapitals(wordsOf(text)).filter(({ emphasis }) => emphasis === 'moderate')
  expect(loud.map((word) => word.text)).toEqual(expected)
})
