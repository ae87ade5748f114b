import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSegment, makeWord } from '../../../test/support/make-segment.ts'
import type { Segment, SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { WordTime } from '../../timing/word-time.ts'
import { createWordCollector, sentenceOfWords, timeSourceWords } from './time-words.ts'

type Layout = { readonly segments: readonly Segment[]; readonly spoken: readonly WordTime[]; readonly count: number }

/** Source words, each of them said as one to three words, laid out in segments that may divide a source word. */
const layout: fc.Arbitrary<Layout> = fc
  .array(
    fc.record({
      spokenWords: fc.integer({ min: 1, max: 3 }),
      cut: fc.boolean(),
      length: fc.integer({ min: 1, max: 900 }),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((sources) => {
    const segments: Segment[] = []
    const spoken: WordTime[] = []
    let [words, now]: [Segment['words'][number][], number] = [[], 0]
    for (const [source, { spokenWords, cut, length }] of sources.entries())
      for (let i = 0; i < spokenWords; i++) {
        words.push({ ...makeWord('AH0'), source })
        spoken.push({ word: source, startSample: now, endSample: now + length })
        now += length + 10
        const isLast = source === sources.length - 1 && i === spokenWords - 1
        if (!cut && !isLast) continue
        segments.push({ ...makeSegment('v', words), words })
        words = []
      }
    return { segments, spoken, count: sources.length }
  })

/** One sound a spoken word, and the pauses of 10 samples between them. */
function phonesOf(spoken: readonly WordTime[]) {
  return spoken.flatMap(({ startSample, endSample }, i) => [
    ...(i > 0 ? [{ phone: 'SIL', startSample: startSample - 10, endSample: startSample }] : []),
    { phone: 'AH0', startSample, endSample },
  ])
}

test('each word of the caller is heard from its first spoken word to its last, once and in order', () => {
  fc.assert(
    fc.property(layout, ({ segments, spoken, count }) => {
      const plan = { segments, words: Array.from({ length: count }) } as unknown as SynthesisPlan
      const expected = Array.from({ length: count }, (_, word) => {
        const own = spoken.filter((time) => time.word === word)
        return { word, startSample: own[0]!.startSample, endSample: own.at(-1)!.endSample, phones: phonesOf(own) }
      })
      expect(timeSourceWords(plan, spoken)).toEqual(expected)
    }),
  )
})

test('a word comes as soon as it has been said to its end, and not before, however the speech is cut', () => {
  fc.assert(
    fc.property(layout, fc.array(fc.nat(4)), ({ segments, spoken }, sizes) => {
      const collector = createWordCollector()
      collector.expect(segments)
      let at = 0
      for (const size of [...sizes, spoken.length]) {
        const piece = spoken.slice(at, at + size)
        const ended = collector.collect(piece).map(({ word }) => word)
        const isOver = (word: number) => spoken.findLastIndex((time) => time.word === word) < at + size
        expect(ended).toEqual([...new Set(piece.map(({ word }) => word))].filter(isOver))
        at += size
      }
    }),
  )
})

test('speech that breaks off before a word has ended is an error', () => {
  const segments = [makeSegment('v', [makeWord('AH0'), makeWord('AH0')])]
  const plan = { segments, words: [{}, {}] } as unknown as SynthesisPlan
  const spoken = [{ word: 0, startSample: 0, endSample: 5 }]
  expect(() => timeSourceWords(plan, spoken)).toThrow('1 of 2 were spoken to their end')
})

test('sentences are counted from 0, over all segments', () => {
  const segment = (sources: readonly number[], endsSentence: boolean) => {
    const words = sources.map((source) => ({ ...makeWord('AH0'), source }))
    return { ...makeSegment('v', words), words, endsSentence }
  }
  const segments = [segment([0, 1], false), segment([1, 2], true), segment([3], true), segment([4, 4], false)]
  const plan = { segments, words: Array.from({ length: 5 }) } as unknown as SynthesisPlan
  expect(sentenceOfWords(plan)).toEqual([0, 0, 0, 1, 2])
})
