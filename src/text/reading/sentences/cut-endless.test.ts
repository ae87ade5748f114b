import { expect, test } from 'vitest'
import { LANGUAGE } from '../../../../test/support/planning-data.ts'
import { analyzeInSteps, analyzeText } from '../../analyze-text.ts'

const OPTIONS = { ...LANGUAGE, replacements: { libraries: [] }, ssml: false, locale: 'en_US' } as const

const sentencesOf = (text: string) => analyzeText(text, OPTIONS).sentences.map(({ words }) => words)

test.each([
  ['words', 'the keeper climbed the stairs and '.repeat(300)],
  ['figures', '1 '.repeat(2000)],
  ['one number', '1'.repeat(2000)],
  ['capitals', 'ABC '.repeat(700)],
  ['one word with hyphens', `${'red-'.repeat(1500)}red`],
  ['clauses', 'one thing, '.repeat(900)],
])('a sentence of %s without end is cut, and nothing of it is lost', (_, text) => {
  const sentences = sentencesOf(text)
  expect(sentences.length).toBeGreaterThan(2)
  expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(400)
  for (const words of sentences) expect(words.at(-1)!.boundary).toBeDefined()
  const sources = sentences.flat().map(({ source }) => source)
  expect(sources).toEqual(sources.toSorted((a, b) => a - b))
  expect(new Set(sources).size).toBe(analyzeText(text, OPTIONS).words.length)
})

test('a sentence is cut where a clause ends', () => {
  const text = `${'word '.repeat(200)}end, ${'word '.repeat(200)}`
  expect(sentencesOf(text).map((words) => words.length)).toEqual([201, 200])
})

test('a sentence of 250 words is not cut', () => {
  expect(sentencesOf('word '.repeat(250))).toHaveLength(1)
  expect(sentencesOf('word '.repeat(251))).toHaveLength(2)
})

test('the steps of an endless sentence are as many as those of its pieces', () => {
  const count = (text: string): number => {
    const steps = analyzeInSteps(text, OPTIONS)
    let taken = 0
    while (steps.next().done !== true) taken += 1
    return taken
  }
  expect(count('word '.repeat(10_000))).toBeGreaterThan(0.9 * count(`${'word '.repeat(250)}. `.repeat(40)))
})
