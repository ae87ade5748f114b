import { expect, test } from 'vitest'
import { makeWord } from '../../../../test/support/make-segment.ts'
import { speakAtTempo } from './speak-at-tempo.ts'

/** Words of 1 s at rate 1, that cannot be shorter than a floor, as phones of the statistical voices cannot. */
function createSlowSpeaker(floorSeconds: number) {
  const asked: (readonly number[])[] = []
  const spansAt = (rates: readonly number[]) => {
    let at = 0
    return rates.map((rate) => {
      const startSeconds = at
      at += Math.max(floorSeconds, 0.5 / rate) + 0.5 / rate
      return { startSeconds, endSeconds: at }
    })
  }
  return {
    asked,
    options: {
      speak: (rates: readonly number[]) => {
        asked.push(rates)
        return { spans: spansAt(rates) }
      },
      timeAt: (rate: number) => spansAt([rate, rate, rate, rate]),
      fastestExactTempo: 1.5,
    },
  }
}

function words(...tempos: readonly number[]) {
  return tempos.map((tempo) => makeWord('AA1', { prosody: { tempo } }))
}

test('speaks once where every tempo is exact', () => {
  const { asked, options } = createSlowSpeaker(0)
  speakAtTempo(words(1, 1.5, 0.7, 1), options)
  expect(asked).toEqual([[1, 1.5, 0.7, 1]])
})

test('raises the rate of the stretches that come out too slow until they last what they should', () => {
  const { options, asked } = createSlowSpeaker(0.24)
  const { spans } = speakAtTempo(words(1, 2.3, 2.3, 1), options)
  expect(Math.abs(((spans[2]!.endSeconds - spans[1]!.startSeconds) * 2.3) / 2 - 1)).toBeLessThan(0.01)
  expect(spans[0]!.endSeconds).toBeCloseTo(1, 6)
  expect(asked.length).toBeGreaterThan(1)
})

test('gives up on a tempo that cannot be reached, with the nearest', () => {
  const { options, asked } = createSlowSpeaker(1)
  speakAtTempo(words(2, 2, 2, 2), options)
  expect(asked.length).toBeLessThan(10)
})
