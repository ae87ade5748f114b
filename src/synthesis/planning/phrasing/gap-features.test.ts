import { describe, expect, test } from 'vitest'
import { type DescribedSentence, SENTENCE_END } from './describe-sentence.ts'
import { featuresOfGap, LENGTH_FEATURES } from './gap-features.ts'

/** Eight words with a comma after the third, and another value in every place. */
const LENGTH = 8
const valuesFrom = (first: number) => Array.from({ length: LENGTH }, (_, i) => first + i / 100)
const edges = (kind: number) =>
  Array.from({ length: LENGTH }, (_, i) => ({ kind: kind + i, isStressed: i % 2 === 0, phonemes: i + 1 }))
const SENTENCE: DescribedSentence = {
  syllables: [1, 2, 3, 1, 2, 3, 1, 2],
  marks: [0, 0, 1, 0, 0, 0, 0, SENTENCE_END],
  innerMarks: 1,
  after: valuesFrom(1),
  before: valuesFrom(2),
  clusterAfter: valuesFrom(3),
  clusterBefore: valuesFrom(4),
  pair: valuesFrom(5),
  inclination: [0.1, 0.9, 3, 0.2, 0.6, 0.4, 0.5, 0],
  firstSounds: edges(0),
  lastSounds: edges(10),
}
const NEVER = -9

/** The features by name, in the order that the model knows. */
function read(at: number, last = -1) {
  const features = [...featuresOfGap(SENTENCE, at, last)]
  const take = (count: number) => features.splice(0, count)
  return {
    mark: take(1)[0],
    after: take(4),
    before: take(4),
    pair: take(6),
    inclination: take(8),
    clusters: take(8),
    ahead: take(3),
    behind: take(3),
    sinceLast: take(3),
    rivals3: take(3),
    rivals7: take(3),
    place: take(6),
    sounds: take(6),
    rest: features,
  }
}

test('all features are set, for every gap and every pause before it', () => {
  for (let at = 0; at < LENGTH - 1; at += 1)
    for (let last = -1; last < at; last += 1) {
      const features = featuresOfGap(SENTENCE, at, last)
      expect(features.length).toBe(LENGTH_FEATURES)
      expect(features.every(Number.isFinite)).toBe(true)
      expect(read(at, last).rest).toEqual([])
    }
})

describe('what surrounds a gap', () => {
  test('comes from the words on both sides of it', () => {
    const { mark, after, before, pair, clusters } = read(3)
    expect(mark).toBe(0)
    expect(after).toEqual([1.01, 1.02, 1.03, 1.04])
    expect(before).toEqual([2.03, 2.04, 2.05, 2.06])
    expect(pair).toEqual([5.01, 5.02, 5.03, 5.04, 5.05, 5.06])
    expect(clusters).toEqual([3.02, 4.02, 3.03, 4.03, 3.04, 4.04, 3.05, 4.05])
  })

  test('is never a place for a pause beyond the sentence', () => {
    const { after, inclination } = read(0)
    expect(after).toEqual([NEVER, NEVER, 1, 1.01])
    expect(inclination.slice(0, 4)).toEqual([NEVER, NEVER, NEVER, 0.1])
    expect(read(6).before).toEqual([2.06, 2.07, NEVER, NEVER])
  })

  test('has the punctuation in it', () => {
    expect(read(2).mark).toBe(1)
  })
})

describe('the way to punctuation', () => {
  test('is counted in words and syllables, and says which it is', () => {
    expect(read(0).ahead).toEqual([2, 5, 1])
    expect(read(4).ahead).toEqual([3, 6, SENTENCE_END])
    expect(read(4).behind).toEqual([2, 3, 1])
  })

  test('behind the first punctuation leads to the start of the sentence', () => {
    expect(read(1).behind).toEqual([2, 3, SENTENCE_END])
  })

  test('is not counted beyond thirty words', () => {
    const many = Array.from({ length: 80 }, () => 0)
    const long: DescribedSentence = {
      ...SENTENCE,
      syllables: many.map(() => 1),
      marks: [...many.slice(1), SENTENCE_END],
      after: many,
      before: many,
      clusterAfter: many,
      clusterBefore: many,
      pair: many,
      inclination: many,
      firstSounds: many.map(() => ({ kind: 0, isStressed: false, phonemes: 1 })),
      lastSounds: many.map(() => ({ kind: 0, isStressed: false, phonemes: 1 })),
    }
    const features = featuresOfGap(long, 40, -1)
    const ahead = [...features].slice(31, 34)
    const behind = [...features].slice(34, 37)
    expect(ahead).toEqual([30, 30, 0])
    expect(behind).toEqual([30, 30, 0])
    expect([...features].slice(37, 39)).toEqual([30, 30])
  })
})

test('the way from the last pause is counted, and whether it was at punctuation', () => {
  expect(read(4, -1).sinceLast).toEqual([5, 9, 0])
  expect(read(4, 2).sinceLast).toEqual([2, 3, 1])
  expect(read(4, 3).sinceLast).toEqual([1, 2, 0])
  // No pause and no punctuation before: both are the start.
  expect(read(1, -1).sinceLast).toEqual([2, 3, 1])
})

describe('rivals', () => {
  test('are the best places shortly after the gap, up to the next punctuation, and before it', () => {
    const { rivals3, rivals7 } = read(3)
    expect(rivals3[0]).toBeCloseTo(0.2 - 0.6)
    expect(rivals3[1]).toBe(1)
    expect(rivals3[2]).toBeCloseTo(0.2 - 3)
    expect(rivals7[0]).toBeCloseTo(0.2 - 0.6)
  })

  test('are looked for in three and in seven words', () => {
    const { rivals3, rivals7 } = read(5, 3)
    expect(rivals3.slice(0, 2)).toEqual([expect.closeTo(0.4 - 0.5), 1])
    expect(rivals3[2]).toBeCloseTo(0.4 - 0.6)
    expect(read(5).rivals3[2]).toBeCloseTo(0.4 - 3)
    expect(read(6).rivals3[2]).toBeCloseTo(0.5 - 0.6)
    expect(read(6).rivals7[2]).toBeCloseTo(0.5 - 3)
    expect(rivals7[2]).toBeCloseTo(0.4 - 0.6)
  })

  test('may be at the very first gap', () => {
    const inclination = [2, ...SENTENCE.inclination.slice(1)]
    const rivals = [...featuresOfGap({ ...SENTENCE, inclination }, 1, -1)].slice(40, 43)
    expect(rivals[2]).toBeCloseTo(0.9 - 2)
  })

  test('are none beside punctuation and a pause', () => {
    expect(read(1).rivals3.slice(0, 2)).toEqual([expect.closeTo(0.9 - NEVER), 0])
    expect(read(3, 2).rivals3[2]).toBeCloseTo(0.2 - NEVER)
  })
})

test('the place in the sentence is told from both ends, with the syllables around the gap', () => {
  expect(read(2).place).toEqual([8, 3, 5, 3, 1, 1])
})
