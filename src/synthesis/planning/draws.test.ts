import { expect, test } from 'vitest'
import { analyzeEnglish } from '../../../test/support/sentence-speaker.ts'
import { type Aspect, countSaid, createDraws } from './draws.ts'

const wordsOf = (text: string) => analyzeEnglish(text).sentences[0]!.words
const drawn = (text: string, options = {}, aspect: Aspect = 'pause') => {
  const draw = createDraws(options).next(wordsOf(text))
  return Array.from({ length: 20 }, (_, at) => draw(aspect, at))
}

test('draws are about normal, and never far out', () => {
  const draw = createDraws().next(wordsOf('The train leaves at noon.'))
  const values = Array.from({ length: 20_000 }, (_, at) => draw('accent', at))
  const mean = values.reduce((sum, value) => sum + value) / values.length
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  expect(mean).toBeCloseTo(0, 1)
  expect(spread).toBeCloseTo(1, 1)
  expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(3.5)
})

test('the same reading draws the same, and another seed, sentence, mark or aspect draws anew', () => {
  const plain = drawn('The train leaves at noon.')
  expect(drawn('The train leaves at noon.')).toEqual(plain)
  const others = [
    drawn('The train leaves at noon.', { seed: 0 }),
    drawn('The train leaves at noon.', { seed: 1 }),
    drawn('The train leaves at noon.', { seed: 2 ** 32 - 1 }),
    drawn('The train leaves at night.'),
    drawn('The train leaves at noon!'),
    drawn('The train leaves at noon.', {}, 'register'),
  ]
  for (const [i, other] of others.entries())
    for (const known of [plain, ...others.slice(0, i)])
      expect(other.filter((value, k) => value === known[k]).length).toBeLessThan(3)
})

test('capitals and tags change no draw, so that a delivery is measured against the same reading without it', () => {
  const plain = drawn('the train leaves at noon.')
  expect(drawn('The train LEAVES at noon.')).toEqual(plain)
  expect(drawn('<tempo value="0.8">The train leaves</tempo> at noon.')).toEqual(plain)
})

test('a sentence that is said again draws anew, also where a text goes on', () => {
  const words = wordsOf('Your code is ready.')
  const draws = createDraws()
  const [first, second, third] = [
    draws.next(words)('pause', 0),
    draws.next(words)('pause', 0),
    draws.next(words)('pause', 0),
  ]
  expect(new Set([first, second, third]).size).toBe(3)
  const said = countSaid([{ words }, { words }], new Map())
  expect(createDraws({ said }).next(words)('pause', 0)).toBe(third)
})
