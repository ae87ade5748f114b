import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpokenWord } from '../../../text/utterance.ts'
import type { Tune } from './choose-tunes.ts'
import { drawContour, type Melody } from './draw-contour.ts'

const TUNES: readonly Tune[] = [
  'fall',
  'high-fall',
  'half-fall',
  'rise',
  'choice-rise',
  'continuation',
  'item',
  'level',
]
const wordOf = (phonemes: string) => ({ phonemes: phonemes.split(' ') }) as unknown as SpokenWord

/** "The doctor came to London": accents on the nouns, the last on "London". */
const WORDS = ['DH AH0', 'D AA1 K T ER0', 'K EY1 M', 'T AH0', 'L AH1 N D AH0 N'].map(wordOf)
const HEIGHTS = [0, 2, 0, 0, 3]

function draw(changed: Partial<Melody> = {}) {
  const melody = { words: WORDS, heights: HEIGHTS, nucleus: 4, isEmphatic: false, tune: 'fall' as const }
  return drawContour({
    ...melody,
    range: 1,
    width: 1,
    from: 0,
    to: 0,
    opensSentence: false,
    drift: () => 0,
    ...changed,
  })
}
const allOf = (contour: ReturnType<typeof draw>) => contour.flatMap(({ semitones }) => semitones)
const endOf = (contour: ReturnType<typeof draw>) => contour.at(-1)!.semitones.at(-1)!
const peakOf = (contour: ReturnType<typeof draw>, word: number) => Math.max(...contour[word]!.semitones)

describe('the line', () => {
  test('has a value in the middle of each phoneme and one at the end of each word', () => {
    for (const tune of TUNES)
      expect(draw({ tune }).map(({ semitones }) => semitones.length)).toEqual(
        WORDS.map(({ phonemes }) => phonemes.length + 1),
      )
  })

  test('never leaps: a phoneme moves it by less than an octave', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(fc.constantFrom(...TUNES), heights, fc.nat(4), (tune, chosen, nucleus) => {
        const values = allOf(draw({ tune, heights: chosen.map((height, i) => (i > nucleus ? 0 : height)), nucleus }))
        for (const [i, value] of values.slice(1).entries()) expect(Math.abs(value - values[i]!)).toBeLessThan(12)
      }),
    )
  })

  test('is told in hundredths of a semitone, and never as minus zero', () => {
    for (const tune of TUNES)
      for (const value of allOf(draw({ tune, range: 0.777, from: 0.1234, to: -0.3333 }))) {
        expect(Number(value.toFixed(2))).toBe(value)
        expect(Object.is(value, -0)).toBe(false)
      }
  })
})

describe('the end of a phrase', () => {
  test.each<[Tune, number]>([
    ['fall', -1.8],
    ['high-fall', -2],
    ['half-fall', -1],
    ['rise', 8],
    ['choice-rise', 3],
    ['continuation', 2.5],
    ['item', 4.2],
    ['level', 0.5],
  ])('with the tune %s is at %d semitones', (tune, end) => {
    expect(endOf(draw({ tune }))).toBe(end)
  })

  test('is reached at its end and not before, however long ago the last accent was', () => {
    const values = draw({ tune: 'rise', nucleus: 1, heights: [0, 2, 0, 0, 0] }).at(-1)!.semitones
    for (const [i, value] of values.slice(1).entries()) expect(value).toBeGreaterThan(values[i]!)
  })

  test('is as far away as range and width say, from the line under it', () => {
    expect(endOf(draw({ range: 0.5, width: 1.2, from: 4, to: 1 }))).toBeCloseTo(0.5 * 1.2 * -1.8 + 1, 2)
  })
})

describe('accents', () => {
  test('peak on the stressed vowel, as high as they are', () => {
    const [, doctor] = draw()
    expect(doctor!.semitones.indexOf(peakOf(draw(), 1))).toBe(1)
    expect(peakOf(draw(), 1)).toBe(2)
  })

  test('of words without one are none', () => {
    expect(draw({ heights: [0, 0, 0, 0, 3] })[1]!.semitones.every((value) => value === 0)).toBe(true)
  })

  test('that overlap are heard as the higher of the two, not as their sum', () => {
    const close = ['D AA1', 'K EY1', 'T AH0 N', 'M IY1 T ER0'].map(wordOf)
    const contour = draw({ words: close, heights: [3, 3, 0, 3], nucleus: 3 })
    expect(Math.max(...contour.slice(0, 2).flatMap(({ semitones }) => semitones))).toBe(3)
  })

  test('on the nucleus raise its peak, but never lower it', () => {
    expect(peakOf(draw({ heights: [0, 0, 0, 0, 6] }), 4)).toBe(6)
    expect(peakOf(draw({ heights: [0, 0, 0, 0, 0] }), 4)).toBe(3)
  })

  test('do not raise a nucleus that is low', () => {
    const low = draw({ tune: 'rise', heights: [0, 0, 0, 0, 6] })
    expect(low[4]!.semitones[1]).toBe(-2.5)
  })

  test.each([
    ['T AH2 P AH1 L', 3],
    ['T AH2 P AH0 L', 1],
    ['T AH0 P L', 1],
    ['P S T', 0],
  ])('of %s are on sound %i', (phonemes, place) => {
    const contour = draw({ words: [wordOf(phonemes)], heights: [3], nucleus: 0 })
    const { semitones } = contour[0]!
    expect(semitones.indexOf(Math.max(...semitones))).toBe(place)
  })
})

test('a vowel that no other follows carries the movement alone, less high', () => {
  const alone = ['DH AH0', 'D AO1 G'].map(wordOf)
  const followed = ['DH AH0', 'D AO1 G AH0'].map(wordOf)
  const peak = (words: readonly SpokenWord[]) => peakOf(draw({ words, heights: [0, 0], nucleus: 1 }), 1)
  expect([peak(alone), peak(followed)]).toEqual([2, 3])
  // A low rise has no room to be low first.
  const rising = draw({ words: alone, heights: [0, 0], nucleus: 1, tune: 'rise' })[1]!.semitones
  expect(rising[1]).toBe(1.5)
})

describe('what is left of the voice’s own melody', () => {
  const own = (changed: Partial<Melody> = {}) => draw(changed).map(({ ownRange }) => ownRange)

  test('is all before the nucleus, and what the tune leaves from there', () => {
    expect(own()).toEqual([1, 1, 1, 1, 0.4])
    expect(own({ tune: 'rise', nucleus: 2 })).toEqual([1, 1, 0.25, 0.25, 0.25])
  })

  test('is little throughout if a word is emphasised', () => {
    expect(own({ isEmphatic: true })).toEqual([0.35, 0.35, 0.35, 0.35, 0.35])
  })

  test('has the range of the phrase, but not the width of its accents', () => {
    expect(own({ range: 0.5, width: 3 })).toEqual([0.5, 0.5, 0.5, 0.5, 0.2])
  })
})

test('a declination runs through the phrase in equal steps', () => {
  const [flat, sloped] = [allOf(draw()), allOf(draw({ from: 1, to: -1 }))]
  const difference = sloped.map((value, i) => value - flat[i]!)
  expect(difference[0]).toBeGreaterThan(difference.at(-1)!)
  for (const [i, value] of difference.slice(1).entries()) expect(value).toBeLessThanOrEqual(difference[i]! + 0.011)
  expect(difference.at(-1)).toBeCloseTo(-1)
})
