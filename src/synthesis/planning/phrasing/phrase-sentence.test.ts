import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PHRASED_PLAINLY } from '../../../../test/support/planning-data.ts'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'
import { phraseSentence, TIGHT_FROM } from './phrase-sentence.ts'

/** Spoken words in one breath, if the grammar allows a pause. */
const LONGEST_STRETCH = 16

/** The words of a sentence with `|` where a pause is planned and `T` where the pause table decides. */
function phrase(text: string): string {
  const words = phraseSentence(analyzeEnglish(text).sentences[0]!.words, PHRASED_PLAINLY)
  return words
    .map(({ text, boundary, gap }, i) => {
      const mark = i === words.length - 1 ? '' : gap.pauseSeconds === undefined ? 'T' : gap.pauseSeconds > 0 ? '|' : ''
      return text + (boundary?.mark ?? '') + mark
    })
    .join(' ')
}

describe('pauses without punctuation', () => {
  test.each([
    ['When the meeting ended everyone went back to their desks without saying a word.', 'desks| without'],
    ['Please leave a message after the tone and we will call you back.', 'tone| and'],
    ['Once upon a time there was a little girl who lived in a village near the forest.', 'girl| who'],
    ['I think he knows that we are coming because she told him about it yesterday.', 'knows| that'],
    ['The results of the study suggest that people who sleep little are likely to gain weight.', 'people| who'],
  ])('%s', (text, expected) => {
    expect(phrase(text)).toContain(expected)
  })

  test('a short sentence has none', () => {
    expect(phrase('The quick brown fox jumps over the lazy dog.')).not.toContain('|')
  })
})

describe('figures are not parted from what they belong to', () => {
  test.each([
    ['The seedlings appear within 7 to 12 days after the first warm night of the spring.', 'seven to twelve days'],
    [
      'The picture on the kitchen wall measured 70 x 45 cm and hung there for years.',
      'seventy by forty five centimeters',
    ],
    ['Doors are open from 9 a.m. to 5 p.m. on every day but the first Monday of a month.', 'nine a m to five p m'],
    ['Exports of wine rose 8 percent month on month although the harvest had been poor.', 'percent month on month'],
    ['Passengers who wait at Gate 14C should go to Platform 3 before the shuttle leaves.', 'gate fourteen c'],
    ['The talk about the new roof was moved to Tue the 23rd because the builder was ill.', 'tuesday the twenty third'],
  ])('%s', (text, whole) => {
    expect(phrase(text)).toContain(whole)
  })
})

describe('a long stretch without a mark has a pause where its grammar best allows one', () => {
  test.each([
    'Parents who had waited since noon at the gate of the school cheered for a long while at the end.',
    'Run pip install --upgrade numpy==1.26.4 in the folder of the project and then start the server again.',
    'A letter with the name of my uncle in red ink lay for three weeks under the mat of the old front door.',
  ])('%s', (text) => {
    const stretches = phrase(text).split(/[|T] /)
    expect(Math.max(...stretches.map((stretch) => stretch.split(' ').length))).toBeLessThanOrEqual(LONGEST_STRETCH)
  })
})

describe('commas', () => {
  test('some are passed over in long sentences', () => {
    expect(phrase('He said that, in fact, the men had, on the whole, been treated very kindly by the owner.')).toMatch(
      /, /,
    )
  })

  test('all are heard in short sentences', () => {
    expect(phrase('No, thank you, Anna.')).toBe('no,| thank you,| anna.')
  })

  test('all are heard in a series', () => {
    expect(phrase('We sell apples, oranges, pears, and plums in the market behind the station.')).toContain(
      'apples,| oranges,| pears,| and',
    )
  })
})

test('heavy marks are left to the pause table', () => {
  expect(phrase('They left; nobody knew why: it was late - very late.')).toContain('left;T nobody knew why:T')
})

const WORDS = fc.constantFrom(
  ...`i he she they we you it who the a of to and but that which when because is was have would will not very house man
  water went running quickly between New York 401(k) $4.99 3:45 BBC isn't`.split(/\s+/),
)
const MARKS = fc.constantFrom('', '', '', '', ',', ',', ';', ' -', ' (', ')')
const TEXTS = fc
  .array(fc.tuple(WORDS, MARKS), { minLength: 1, maxLength: 60 })
  .map((pairs) => `${pairs.map((pair) => pair.join('')).join(' ')}.`)

test('any sentence keeps its words, and without a mark pauses in no tight gap', () => {
  fc.assert(
    fc.property(TEXTS, (text) => {
      for (const { words } of analyzeEnglish(text).sentences) {
        const phrased = phraseSentence(words, PHRASED_PLAINLY)
        const tightness = PHRASED_PLAINLY.model.tightGaps(words)
        expect(phrased).toEqual(words.map((word, i) => ({ ...word, gap: phrased[i]?.gap })))
        for (const [i, { text: spoken, source, boundary, gap }] of phrased.slice(0, -1).entries()) {
          if (boundary !== undefined || gap.pauseSeconds === 0) continue
          expect(phrased[i + 1]!.source).not.toBe(source)
          expect(['i', 'he', 'she', 'they', 'we', 'who', 'the', 'a', 'of', 'to']).not.toContain(spoken)
          expect(tightness(i)).toBeLessThanOrEqual(words.length > LONGEST_STRETCH ? 0 : TIGHT_FROM)
          expect(gap.pauseSeconds).toBeGreaterThanOrEqual(0.08)
          expect(gap.pauseSeconds).toBeLessThanOrEqual(0.6)
        }
      }
    }),
    { numRuns: 200, seed: 1 },
  )
})

test('the same sentence is phrased the same at any time', () => {
  const { words } = analyzeEnglish('The company that bought the old factory plans, they say, to sell it.').sentences[0]!
  const first = phraseSentence(words, PHRASED_PLAINLY)
  phraseSentence(analyzeEnglish('Another one, in between.').sentences[0]!.words, PHRASED_PLAINLY)
  expect(phraseSentence(words, PHRASED_PLAINLY)).toEqual(first)
})
