import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PHRASING } from '../../../test/support/planning-data.ts'
import { analyzeEnglish } from '../../../test/support/sentence-speaker.ts'
import type { SpokenWord } from '../utterance.ts'

/** Log-odds from which a gap counts as tight here. */
const TIGHT_FROM = -0.75

function judge(words: readonly SpokenWord[]): (at: number) => boolean {
  const tightness = PHRASING.tightGaps(words)
  return (at) => tightness(at) > TIGHT_FROM
}

/** The gaps between the written words of a sentence: `_` for a tight one and `|` for another. */
function judgeGaps(text: string): readonly string[] {
  const { words } = analyzeEnglish(text).sentences[0]!
  const isTight = judge(words)
  return words.flatMap(({ source }, at) => {
    const next = words[at + 1]
    return next === undefined || next.source === source ? [] : [isTight(at) ? '_' : '|']
  })
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
  'a pair in a name': 'She runs the Bank of Trade_and_Industry | in the old port',
  'a preposition and its noun': 'The river rose above_the_bridge | when the rain had stopped',
  'a conjunction and its clause': 'The clerk said that_the_office would close',
  'a clause and the next one': 'The engine stopped | and the driver got out',
  'adjectives of one noun': 'We sell fresh_and_frozen_fish | to the hotels in town',
  'a number and its unit': 'The path is forty_kilometers long | and has no shade',
  'an auxiliary and its verb': 'The letter may have_been_lost | because the bag was open',
  'a pronoun and its verb': 'The children sang while they_waited | and nobody complained',
  'a verb and its particle': 'They picked_up_the_pieces | when the game was over',
  'a form of be and what follows': 'The answer is_simple | if you know the trick',
  'a relative clause': 'I know the woman | who_sold you the car',
  'a phrase of purpose': 'She opened the window | to_let the smoke out',
  'a noun before a clause of time': 'He left the party | before_the_music began',
  'a range of numbers': 'The seeds need 6_to_9_weeks | before they show',
  'a range with a unit at each end': 'The shop is open 7_a.m._to_4_p.m. | and the cafe is not',
  'a range of days': 'We stay from Sunday_to_Wednesday | because the ship is late',
  'a dimension': 'The lid is 24_x_36_cm | and the box is deeper',
  'a measure in two units': 'She ran it in 3_minutes_42_seconds | although the wind was strong',
  'a number in a name': 'They sold the Playstation_5_Slim | because it was too slow',
  'a number behind its noun': 'We wait at platform_9 | because the train is late',
  'a code behind its noun': 'They moved to room_31C | because the old one was damp',
  'a day and its date': 'Let us meet on Tue_the_21st | because the office is closed',
  'a noun twice': 'Sales grew month_on_month | after the new shop had opened',
  'what between joins': 'The path runs between the wall_and_the_river | before it turns',
  'a measure and what it is counted by': 'They pay 40 euros_a_month | and get nothing for it',
  'a clause of one noun': 'I lost the pen_she_gave me',
  'a comparison': 'Call me as_soon_as you land',
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
          const isTight = judge(words)
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
        const tightness = PHRASING.tightGaps(words)
        const forwards = words.map((_, at) => tightness(at))
        const tightnessElsewhere = PHRASING.tightGaps(analyzeEnglish(other).sentences[0]!.words)
        const again = PHRASING.tightGaps(words)
        tightnessElsewhere(0)
        expect(words.map((_, at) => again(words.length - 1 - at)).reverse()).toEqual(forwards)
      }),
      { numRuns: 50, seed: 2 },
    )
  })
})
