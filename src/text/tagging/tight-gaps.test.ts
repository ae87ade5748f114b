import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PHRASING } from '../../../test/support/planning-data.ts'
import { analyzeEnglish } from '../../../test/support/sentence-speaker.ts'

/** The gaps of a sentence: `_` for a tight one and `|` for another. */
function judgeGaps(text: string): readonly string[] {
  const { words } = analyzeEnglish(text).sentences[0]!
  const isTight = PHRASING.tightGaps(words)
  return words.slice(0, -1).map((_, at) => (isTight(at) ? '_' : '|'))
}

/** `_` is a gap that must be tight, `|` one that must not be. Gaps with a space are not looked at. */
const CONTRASTS = {
  'an object of one word': 'The boys threw_stones | at the old barn',
  'a short object': 'The storm damaged_the roof | before anybody had noticed',
  'an object that is a clause': 'The teacher noticed | that the window was open',
  'a title and a name': 'We met finance_minister_Clara_Hagen | after the vote',
  'a name of several words': 'The Blue_Ridge_Mountain_Society | has bought the land',
  'two nouns in one': 'She signed the rental_agreement | because the price was fair',
  'an adjective and its noun': 'They found clear_evidence | when the ice had melted',
  'a pair in a name': 'She runs the Museum of Arts_and_Crafts | in the old port',
  'a preposition and its noun': 'The river rose above_the_bridge | after the rain',
  'a conjunction and its clause': 'The clerk said that_the_office would close',
  'a clause and the next one': 'The engine stopped | and the driver got out',
  'adjectives of one noun': 'We sell fresh_and_frozen_fish | to the hotels in town',
  'a number and its unit': 'The path is forty_kilometers long | and has no shade',
  'an auxiliary and its verb': 'The letter may have_been_lost | because the bag was open',
  'a pronoun and its verb': 'The children sang while they_waited | and nobody complained',
  'a verb and its particle': 'They picked_up_the_pieces | after the game',
  'a form of be and what follows': 'The answer is_simple | if you know the trick',
  'a relative clause': 'I know the woman | who_sold you the car',
  'a phrase of purpose': 'She opened the window | to_let the smoke out',
  'a noun before a clause of time': 'He left the party | before_the_music began',
} as const

test.each(Object.entries(CONTRASTS))('%s', (_, marked) => {
  const gaps = judgeGaps(`${marked.replaceAll(' | ', ' ').replaceAll('_', ' ')}.`)
  const wanted = [...marked.replaceAll(' | ', '|').matchAll(/[ _|]/g)].map(([gap]) => gap)
  expect(gaps).toHaveLength(wanted.length)
  expect(gaps.map((gap, at) => (wanted[at] === ' ' ? ' ' : gap))).toEqual(wanted)
})

describe('any sentence', () => {
  const WORDS = fc.constantFrom(
    ...`i he the a of to and but that which when because is was have would not very house man water went running quickly between
    New York 401(k) $4.99 3:45 BBC isn't dog's`.split(/\s+/),
  )
  const TEXTS = fc.array(WORDS, { minLength: 1, maxLength: 40 }).map((words) => `${words.join(' ')}.`)

  test('has a tight gap inside each written word, and none after the last', () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        for (const { words } of analyzeEnglish(text).sentences) {
          const isTight = PHRASING.tightGaps(words)
          const inside = words.flatMap(({ source }, at) => (words[at + 1]?.source === source ? [at] : []))
          expect(inside.filter(isTight)).toEqual(inside)
          expect(isTight(words.length - 1)).toBe(false)
        }
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  test('is judged the same at any time and in any order', () => {
    fc.assert(
      fc.property(TEXTS, TEXTS, (text, other) => {
        const { words } = analyzeEnglish(text).sentences[0]!
        const isTight = PHRASING.tightGaps(words)
        const forwards = words.map((_, at) => isTight(at))
        const isTightElsewhere = PHRASING.tightGaps(analyzeEnglish(other).sentences[0]!.words)
        const again = PHRASING.tightGaps(words)
        isTightElsewhere(0)
        expect(words.map((_, at) => again(words.length - 1 - at)).reverse()).toEqual(forwards)
      }),
      { numRuns: 50, seed: 2 },
    )
  })
})
