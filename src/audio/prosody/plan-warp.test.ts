import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUntouched, planWarp } from './plan-warp.ts'

const word = fc.record({
  gap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4000 })),
  samples: fc.integer({ min: 1, max: 8000 }),
  tempo: fc.oneof(fc.constant(1), fc.double({ min: 0.3, max: 3, noNaN: true })),
  pitchSemitones: fc.oneof(fc.constant(0), fc.double({ min: -12, max: 12, noNaN: true })),
})

/** Words one after another with gaps between, and silence behind the last. */
function layOut(
  words: readonly { gap: number; samples: number; tempo: number; pitchSemitones: number }[],
  rest: number,
) {
  let at = 0
  const spans = words.map(({ gap, samples }, index) => {
    const startSample = at + gap
    at = startSample + samples
    return { word: index, startSample, endSample: at }
  })
  const segment = { words: words.map((shape) => ({ shape: { ...shape, gainDb: 0 } })), brightnessDb: 0 }
  return { spans, segment, length: at + rest }
}

test('a warp covers all of the audio, in order and without gaps', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.nat(3000), (words, rest) => {
      const { spans, segment, length } = layOut(words, rest)
      const warp = planWarp(spans, segment, length)
      let [input, output] = [0, 0]
      for (const zone of warp.zones) {
        expect([zone.input.start, zone.output.start]).toEqual([input, output])
        expect(zone.input.end).toBeGreaterThan(input)
        expect(zone.output.end).toBeGreaterThan(output)
        ;[input, output] = [zone.input.end, zone.output.end]
      }
      expect([input, output]).toEqual([length, warp.length])
    }),
  )
})

test('each word lasts as long as its tempo says, to the sample, and every gap as long as before', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(3000), (words, rest) => {
      const { spans, segment, length } = layOut(words, rest)
      const warp = planWarp(spans, segment, length)
      let end = 0
      for (const [i, { gap, samples, tempo }] of words.entries()) {
        const { word, startSample, endSample } = warp.words[i]!
        expect(word).toBe(i)
        expect(startSample - end).toBe(gap)
        expect(endSample - startSample).toBe(Math.max(1, Math.round(samples / tempo)))
        end = endSample
      }
      expect(warp.length - end).toBe(rest)
    }),
  )
})

test('only what is asked for is touched', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      const { spans, segment, length } = layOut(words, 10)
      const warp = planWarp(spans, segment, length)
      for (const zone of warp.zones) {
        const index = spans.findIndex(({ startSample }) => startSample === zone.input.start)
        const { pitchSemitones } = words[index] ?? { pitchSemitones: 0 }
        const isSpoken = index >= 0 && zone.input.end === spans[index]!.endSample
        expect(zone.pitchRatio).toBeCloseTo(isSpoken ? 2 ** (pitchSemitones / 12) : 1, 12)
        const isLengthKept = zone.input.end - zone.input.start === zone.output.end - zone.output.start
        expect(isUntouched(zone)).toBe(!isSpoken || (2 ** (pitchSemitones / 12) === 1 && isLengthKept))
      }
    }),
  )
})

test('words that are said to reach beyond the audio still have a time in it, one after another', () => {
  const spans = [
    { word: 0, startSample: 0, endSample: 900 },
    { word: 1, startSample: 900, endSample: 1100 },
    { word: 2, startSample: 1100, endSample: 1200 },
  ]
  const neutral = { shape: { tempo: 1, pitchSemitones: 0, gainDb: 0 } }
  const warp = planWarp(spans, { words: [neutral, neutral, neutral], brightnessDb: 0 }, 1000)
  expect(warp.length).toBe(1000)
  expect(warp.words.map(({ startSample, endSample }) => [startSample, endSample])).toEqual([
    [0, 900],
    [900, 1000],
    [1000, 1001],
  ])
})
