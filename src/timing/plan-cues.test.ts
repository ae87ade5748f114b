import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeWords } from '../../test/support/time-words.ts'
import { countCharacters } from './break-lines.ts'
import { planCues } from './plan-cues.ts'
import { type TimedWord, toMilliseconds } from './timed-word.ts'

const durationOf = (words: readonly TimedWord[]) => (words.at(-1)?.endSeconds ?? 0) + 0.5
const plan = (words: readonly TimedWord[]) => planCues(words, { durationSeconds: durationOf(words) })
const textsOf = (words: readonly TimedWord[]) => plan(words).map(({ lines }) => lines.join(' '))

test('a sentence that fits is one caption', () => {
  expect(textsOf(timeWords('The rain has stopped. We can leave the house now.'))).toEqual([
    'The rain has stopped.',
    'We can leave the house now.',
  ])
})

test('a long sentence breaks at its clauses', () => {
  const text =
    'The old lighthouse keeper, who had never left the island, watched the ships pass every evening, and wrote their names into a book.'
  for (const caption of textsOf(timeWords(text))) expect(caption).toMatch(/[,.]$/)
})

test('sentences too short to be read share a caption', () => {
  expect(textsOf(timeWords('Yes. No. I mean it.', { pause: 0.1 }))).toEqual(['Yes. No. I mean it.'])
})

test('a short sentence before a long pause stays until it can be read', () => {
  const [first, second] = plan(timeWords('Yes. And then, much later, he came back.', { pause: 1 }))
  expect(first).toEqual({ startMs: 0, endMs: 1000, lines: ['Yes.'] })
  expect(second!.startMs).toBe(2180)
})

test('words without a space between them stay together', () => {
  const text = Array.from({ length: 40 }, () => 'well-known and/or').join(' ')
  for (const caption of textsOf(timeWords(text))) expect(caption).toMatch(/^(?:well-known|and\/or).*(?:known|or)$/)
})

test('no words give no captions', () => {
  expect(plan([])).toEqual([])
})

describe('whatever is said', () => {
  const word = fc.constantFrom('a', 'the', 'of', 'cat', 'seven', 'remarkable', 'internationalisation', "don't", '$25')
  const ending = fc.constantFrom(' ', ' ', ' ', ' ', ', ', '; ', ' — ', '-', '. ', '? ', '." ')
  const text = fc
    .array(fc.tuple(word, ending), { minLength: 1, maxLength: 120 })
    .map((pairs) => `${pairs.map(([each, end]) => each + end).join('')}end.`)
  const speech = fc
    .tuple(text, fc.double({ min: 0.03, max: 0.12, noNaN: true }), fc.double({ min: 0, max: 2, noNaN: true }))
    .map(([written, pace, pause]) => ({ written, words: timeWords(written, { pace, pause }) }))

  test('captions carry the whole text, in order, in two lines of 42 characters', () => {
    fc.assert(
      fc.property(speech, ({ written, words }) => {
        const cues = plan(words)
        expect(cues.flatMap(({ lines }) => lines).join(' ')).toBe(written)
        for (const { lines } of cues) {
          // A chain of words without spaces may be longer than a line.
          const mayOverflow = lines.some((line) => /\S{30}/.test(line))
          expect(lines.length).toBeLessThanOrEqual(mayOverflow ? 4 : 2)
          for (const line of lines) expect(countCharacters(line)).toBeLessThanOrEqual(mayOverflow ? 1000 : 42)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('captions start with a word, never overlap, and end no earlier than their last word', () => {
    fc.assert(
      fc.property(speech, ({ words }) => {
        const cues = plan(words)
        const starts = new Set(words.map(({ startSeconds }) => toMilliseconds(startSeconds)))
        const ends = words.map(({ endSeconds }) => toMilliseconds(endSeconds))
        for (const [i, { startMs, endMs }] of cues.entries()) {
          const nextStart = cues[i + 1]?.startMs ?? toMilliseconds(durationOf(words))
          expect(starts).toContain(startMs)
          expect(endMs).toBeGreaterThan(startMs)
          expect(endMs).toBeLessThanOrEqual(nextStart)
          expect(endMs).toBeGreaterThanOrEqual(Math.max(...ends.filter((end) => end <= nextStart)))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('captions of speech at an ordinary pace last 1 to 7 s', () => {
    const ordinary = text.map((written) => timeWords(written.replaceAll('-', ' '), { pace: 0.075, pause: 0.15 }))
    fc.assert(
      fc.property(ordinary, (words) => {
        for (const { startMs, endMs } of plan(words)) expect(endMs - startMs).toBeLessThanOrEqual(7000)
        for (const { startMs, endMs } of plan(words).slice(0, -1)) expect(endMs - startMs).toBeGreaterThanOrEqual(1000)
      }),
      { numRuns: 60 },
    )
  })
})
