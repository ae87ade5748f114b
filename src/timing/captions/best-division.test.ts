import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeWords } from '../../../test/support/time-words.ts'
import { breakCost } from './break-cost.ts'
import { breakLines, countCharacters } from './break-lines.ts'
import { createCueScale } from './create-cue-scale.ts'
import { planCues } from './plan-cues.ts'

const word = fc.constantFrom('a', 'the', 'of', 'cat', 'seven', 'remarkable', 'and', 'he', 'said', 'Anna', 'Smith')
const ending = fc.constantFrom(' ', ' ', ' ', ', ', '. ', '? ')
const text = (most: number) =>
  fc
    .array(fc.tuple(word, ending), { minLength: 1, maxLength: most })
    .map((pairs) => `${pairs.map(([one, end]) => one + end).join('')}end.`)

/** All ways to divide so many words into captions, as the words with which captions begin. */
function divisions(count: number): readonly (readonly number[])[] {
  return Array.from({ length: 2 ** (count - 1) }, (_, bits) =>
    Array.from({ length: count }, (__, i) => i).filter((i) => i === 0 || ((bits >> (i - 1)) & 1) === 1),
  )
}

test('no division of a short speech into captions costs less than the chosen one', () => {
  const pace = fc.constantFrom(0.03, 0.06, 0.12)
  fc.assert(
    fc.property(text(7), pace, fc.constantFrom(0, 0.2, 1.5), (written, seconds, pause) => {
      const { words, durationMs } = timeWords(written, { pace: seconds, pause })
      const shown = words.map(({ before, text: own, after, startMs, endMs, sentence }) => {
        return { shown: before + own + after, startMs, endMs, sentence }
      })
      const weigh = createCueScale({ words: shown, durationMs })
      const costOf = (starts: readonly number[]) =>
        starts.reduce((sum, start, i) => sum + weigh({ start, end: starts[i + 1] ?? words.length }).cost, 0)
      const chosen = planCues({ words, durationMs }).map(({ startMs }) =>
        words.findIndex((one) => one.startMs === startMs),
      )
      const least = Math.min(...divisions(words.length).map(costOf))
      expect(costOf(chosen)).toBeCloseTo(least, 9)
    }),
    { numRuns: 60 },
  )
})

test('no other break of two lines is better, and no line is longer than it may be', () => {
  fc.assert(
    fc.property(text(16), (written) => {
      const lines = breakLines(written)
      expect(lines.join(' ')).toBe(written)
      const costOf = (upper: string, lower: string) =>
        Math.abs(countCharacters(upper) - countCharacters(lower)) + 12 * breakCost(upper, lower)
      const words = written.split(' ')
      const pairs = words
        .slice(1)
        .map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')] as const)
      const fitting = pairs.filter(([upper, lower]) => upper.length <= 42 && lower.length <= 42)
      const expected = written.length <= 42 ? 1 : fitting.length > 0 ? 2 : Math.ceil(written.length / 42)
      expect(lines.length).toBeGreaterThanOrEqual(expected)
      const best = Math.min(...fitting.map(([upper, lower]) => costOf(upper, lower)))
      const cost = lines.length === 2 && fitting.length > 0 ? costOf(lines[0]!, lines[1]!) : best
      expect(cost).toBe(best)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(42)
    }),
    { numRuns: 300 },
  )
})

test('captions are in order, inside of the speech, and each is there when its words are heard', () => {
  fc.assert(
    fc.property(text(60), fc.double({ min: 0.02, max: 0.2, noNaN: true }), (written, pace) => {
      const timing = timeWords(written, { pace })
      const cues = planCues(timing)
      let last = 0
      for (const { startMs, endMs } of cues) {
        expect(startMs).toBeGreaterThanOrEqual(last)
        expect(endMs).toBeGreaterThan(startMs)
        last = endMs
      }
      expect(last).toBeLessThanOrEqual(timing.durationMs)
      for (const { startMs, endMs } of timing.words)
        expect(cues.filter((cue) => cue.startMs <= startMs && cue.endMs >= endMs)).toHaveLength(1)
    }),
    { numRuns: 100 },
  )
})
