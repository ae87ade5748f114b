import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCaptionFaults } from '../../../test/support/find-caption-faults.ts'
import { timeWords } from '../../../test/support/time-words.ts'
import type { SpeechTiming } from '../speech-timing.ts'
import { planCues } from './plan-cues.ts'

const LONG_WORD = 'x'.repeat(44)

const textsOf = (timing: SpeechTiming) => planCues(timing).map(({ lines }) => lines.join(' '))

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
  const [first, second] = planCues(timeWords('Yes. And then, much later, he came back.', { pause: 1 }))
  expect(first).toEqual({ startMs: 0, endMs: 1000, lines: ['Yes.'] })
  expect(second!.startMs).toBe(2180)
})

test.each([
  ['half a second', 0.25, 4200 + 500],
  ['longer', 0.26, 4200],
])('a pause that is %s', (_, pause, endMs) => {
  const words = timeWords(`${'banana '.repeat(10)}end. It goes on with some more words.`, { pause, pace: 4.2 / 63 })
  expect(planCues(words)[0]!.endMs).toBe(endMs)
})

test('a sentence that is said too fast to be read shares a caption with the slower one after it', () => {
  const fast = timeWords('He said it as quickly as he could say it.', { pace: 0.035, pause: 0, rest: 0 })
  const slow = timeWords('They heard it and wrote it all down.', { pace: 0.1 })
  const later = slow.words.map((word) => ({
    ...word,
    startMs: word.startMs + fast.durationMs,
    endMs: word.endMs + fast.durationMs,
    sentence: 1,
  }))
  const first = fast.words.with(-1, { ...fast.words.at(-1)!, after: '. ' })
  const cues = planCues({ words: [...first, ...later], durationMs: fast.durationMs + slow.durationMs })
  expect(cues.map(({ lines }) => lines)).toEqual([
    ['He said it as quickly as he could say it.', 'They heard it and wrote it all down.'],
  ])
})

test('words without a space between them stay together', () => {
  const text = Array.from({ length: 40 }, () => 'well-known and/or').join(' ')
  for (const caption of textsOf(timeWords(text))) expect(caption).toMatch(/^(?:well-known|and\/or).*(?:known|or)$/)
})

test('words without a space between them are parted where they would not fit into a line', () => {
  const timing = timeWords(`so ${'alpha/beta—gamma-'.repeat(20)}end`)
  expect(findCaptionFaults(timing, planCues(timing)).filter(({ rule }) => rule !== 'words')).toEqual([])
  expect(textsOf(timing).join('').replaceAll(' ', '')).toBe(`so${'alpha/beta—gamma-'.repeat(20)}end`)
})

test('a word that is longer than a line stands alone on it', () => {
  const long = 'pneumonoultramicroscopicsilicovolcanoconiosis'
  for (const text of [`A ${long} is a long word.`, `${long} ${long} ${long}`]) {
    const cues = planCues(timeWords(text))
    expect(cues.flatMap(({ lines }) => lines)).toContain(long)
    for (const { lines } of cues) expect(lines.length).toBeLessThanOrEqual(2)
  }
})

test('no words give no captions', () => {
  expect(textsOf(timeWords(''))).toEqual([])
})

describe('whatever is said', () => {
  const word = fc.constantFrom('a', 'the', 'of', 'cat', 'seven', 'remarkable', 'internationalisation', '$25', LONG_WORD)
  const ending = fc.constantFrom(
    ' ',
    ' ',
    ' ',
    ' ',
    ', ',
    '; ',
    ' — ',
    '-',
    '. ',
    '? ',
    '." ',
    '!!!!!!!! ',
    ' 🎉👩‍👩‍👧 ',
  )
  const text = fc
    .array(fc.tuple(word, ending), { minLength: 1, maxLength: 120 })
    .map((pairs) => `${pairs.map(([each, end]) => each + end).join('')}end.`)
  const seconds = (max: number) => fc.double({ min: 0, max, noNaN: true })
  const speech = fc
    .tuple(text, fc.double({ min: 0.02, max: 0.14, noNaN: true }), seconds(2), seconds(1))
    .map(([written, pace, pause, rest]) => ({ written, timing: timeWords(written, { pace, pause, rest }) }))

  test('captions carry the whole text, in order', () => {
    fc.assert(
      fc.property(speech, ({ written, timing }) => {
        const said = textsOf(timing).join('').replaceAll(' ', '')
        expect(said).toBe(written.replaceAll(' ', ''))
      }),
      { numRuns: 100 },
    )
  })

  test('captions break a rule only where there is no other way', () => {
    fc.assert(
      fc.property(speech, ({ timing }) => {
        const faults = findCaptionFaults(timing, planCues(timing))
        expect(faults.filter(({ isPermitted }) => !isPermitted)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('captions of speech at an ordinary pace last 1 to 7 s', () => {
    const ordinary = text.map((written) =>
      timeWords(written.replaceAll(LONG_WORD, 'xylophone').replaceAll('-', ' '), { pace: 0.075, pause: 0.15 }),
    )
    fc.assert(
      fc.property(ordinary, (timing) => {
        const cues = planCues(timing)
        for (const { startMs, endMs } of cues) expect(endMs - startMs).toBeLessThanOrEqual(7000)
        for (const { startMs, endMs } of cues.slice(0, -1)) expect(endMs - startMs).toBeGreaterThanOrEqual(1000)
      }),
      { numRuns: 300 },
    )
  })
})
