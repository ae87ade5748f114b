import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setPauses } from './set-pauses.ts'

const SAMPLE_RATE = 1000
const FADE = 5

/** Three words of 0.1 s: a pause before the first, one between the first two, none between the others. */
const SPANS = [
  { startSeconds: 0.2, endSeconds: 0.3 },
  { startSeconds: 0.4, endSeconds: 0.5 },
  { startSeconds: 0.5, endSeconds: 0.6 },
]
const RECORDING = { sampleRate: SAMPLE_RATE, samples: new Float32Array(700).fill(0.5) }

test('sets pauses of any length to the sample, and leaves the words their length and order', () => {
  const pause = fc.double({ min: 0, max: 2, noNaN: true })
  fc.assert(
    fc.property(fc.tuple(pause, pause, pause), (pauses) => {
      const { audio, words } = setPauses(RECORDING, SPANS, { pauses })
      const lengths = pauses.map((seconds) => Math.round(seconds * SAMPLE_RATE))
      expect(words.map(({ startSample, endSample }) => endSample - startSample)).toEqual([100, 100, 100])
      expect(words[0]?.startSample).toBe(0)
      expect(words[1]?.startSample).toBe(100 + lengths[0]!)
      expect(words[2]?.startSample).toBe(200 + lengths[0]! + lengths[1]!)
      expect(audio.samples.length).toBe(300 + lengths[0]! + lengths[1]! + lengths[2]!)
    }),
  )
})

test('fades at the edges of a pause and is silent between them', () => {
  const { audio } = setPauses(RECORDING, SPANS, { pauses: [0.1, 0.1, 0.1] })
  for (const start of [100, 300, 500]) {
    expect(audio.samples[start]).toBeGreaterThan(0.4)
    expect(audio.samples[start + FADE - 1]).toBeLessThan(0.1)
    expect(audio.samples.subarray(start + FADE, start + 100 - FADE)).toEqual(new Float32Array(100 - 2 * FADE))
  }
  expect(audio.samples[199]).toBeGreaterThan(0.4)
})

test('leaves words untouched where nothing is taken out between them', () => {
  const { audio } = setPauses(RECORDING, SPANS, { pauses: [0.1, 0, 0.1] })
  expect(audio.samples.subarray(200 + FADE, 400)).toEqual(new Float32Array(200 - FADE).fill(0.5))
})

test('joins two words whose pause is taken out without a step, and begins and ends softly', () => {
  const { audio } = setPauses(RECORDING, SPANS, { pauses: [0, 0, 0] })
  const steps = audio.samples.slice(1).map((sample, i) => Math.abs(sample - audio.samples[i]!))
  expect(audio.samples.length).toBe(300)
  expect(audio.samples[0]).toBeLessThan(0.1)
  expect(audio.samples.at(-1)).toBeLessThan(0.1)
  expect(Math.max(...steps.slice(FADE, 300 - 2 * FADE))).toBeLessThan(1e-6)
})
