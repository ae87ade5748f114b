import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimatePitch } from '../../../test/support/estimate-pitch.ts'
import { makeVowel } from '../../../test/support/make-vowel.ts'
import { meanSquare } from '../decibels.ts'
import { markPeriods } from './mark-periods.ts'
import { overlapAdd } from './overlap-add.ts'
import type { Warp } from './plan-warp.ts'
import { trackPitch } from './track-pitch.ts'

const RATE = 16_000
const VOWEL = makeVowel({ hertz: 150, seconds: 0.6, sampleRate: RATE })
const MARKS = markPeriods(VOWEL, trackPitch(VOWEL))
const LENGTH = VOWEL.samples.length

/** One change from `start` to `end`, and nothing around it. */
function warpOf(start: number, end: number, size: number, pitchRatio = 1): Warp {
  const after = start + size
  const zones = [
    { input: { start: 0, end: start }, output: { start: 0, end: start }, pitchRatio: 1 },
    { input: { start, end }, output: { start, end: after }, pitchRatio },
    { input: { start: end, end: LENGTH }, output: { start: after, end: after + LENGTH - end }, pitchRatio: 1 },
  ]
  return { zones: zones.filter(({ input }) => input.end > input.start), words: [], length: after + LENGTH - end }
}

const medianPitch = (samples: Float32Array) => {
  const voiced = estimatePitch({ samples, sampleRate: RATE }).filter((hertz) => hertz > 0)
  return voiced.toSorted((a, b) => a - b)[voiced.length >> 1] ?? 0
}

test('the marks of a vowel are a period apart, from the first sample to the end of the last', () => {
  const { positions, voiced } = MARKS
  expect([positions[0], positions.at(-1)]).toEqual([0, LENGTH])
  const steps = Array.from(positions.slice(1), (position, i) => position - positions[i]!)
  expect(Math.min(...steps)).toBeGreaterThan(0)
  const inside = steps.filter((_, i) => voiced[i] === 1 && voiced[i + 1] === 1)
  expect(inside.length).toBeGreaterThan(80)
  for (const step of inside) expect(Math.abs(step - RATE / 150)).toBeLessThan(1.5)
})

test('silence is marked every 5 ms, as unvoiced', () => {
  const silence = { sampleRate: RATE, samples: new Float32Array(RATE) }
  const { positions, voiced } = markPeriods(silence, trackPitch(silence))
  expect(voiced.every((one) => one === 0)).toBe(true)
  expect(positions).toHaveLength(201)
  for (const [i, position] of positions.entries()) expect(position).toBeCloseTo(80 * i, 6)
})

test('a warp that changes nothing gives the same samples, but for a fade in the last period', () => {
  const same = overlapAdd(VOWEL.samples, MARKS, warpOf(LENGTH, LENGTH, 0))
  expect(same).toHaveLength(LENGTH)
  for (let i = 0; i < LENGTH - RATE / 150; i++) expect(same[i]).toBeCloseTo(VOWEL.samples[i]!, 5)
})

test('what is away from a change stays as it was, and moves with it to the sample', () => {
  const [start, end, size] = [3000, 6000, 5000]
  const warped = overlapAdd(VOWEL.samples, MARKS, warpOf(start, end, size))
  const reach = 2 * Math.ceil(RATE / 150) + 2
  for (let i = 0; i < start - reach; i++) expect(warped[i]).toBeCloseTo(VOWEL.samples[i]!, 5)
  for (let i = end + reach; i < LENGTH - RATE / 150; i++)
    expect(warped[i + size - (end - start)]).toBeCloseTo(VOWEL.samples[i]!, 5)
})

test.each([0.5, 0.7, 1.4, 2.5])('speech at tempo %f is exactly as long as planned, as high, and as loud', (tempo) => {
  const size = Math.round(LENGTH / tempo)
  const warped = overlapAdd(VOWEL.samples, MARKS, warpOf(0, LENGTH, size))
  expect(warped).toHaveLength(size)
  expect(medianPitch(warped) / 150).toBeCloseTo(1, 2)
  const middle = (samples: Float32Array) => meanSquare(samples.subarray(samples.length >> 2, (samples.length * 3) >> 2))
  expect(Math.abs(10 * Math.log10(middle(warped) / middle(VOWEL.samples)))).toBeLessThan(0.5)
})

test.each([-9, -4, 3, 7])('speech %i semitones away is as long as before', (semitones) => {
  const ratio = 2 ** (semitones / 12)
  const warped = overlapAdd(VOWEL.samples, MARKS, warpOf(0, LENGTH, LENGTH, ratio))
  expect(warped).toHaveLength(LENGTH)
  expect(medianPitch(warped) / (150 * ratio)).toBeCloseTo(1, 2)
})

test('no change makes a sample that is no number, or far louder than the speech', () => {
  const noise = Float32Array.from({ length: 4000 }, (_, i) => Math.sin(i * i * 0.37) * 0.5)
  const audio = { sampleRate: RATE, samples: noise }
  const marks = markPeriods(audio, trackPitch(audio))
  const place = fc.integer({ min: 0, max: 4000 })
  fc.assert(
    fc.property(
      place,
      place,
      fc.integer({ min: 1, max: 9000 }),
      fc.double({ min: 0.4, max: 2.5, noNaN: true }),
      (a, b, size, pitchRatio) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)]
        fc.pre(end > start)
        const output = { start: 0, end: size }
        const warped = overlapAdd(noise, marks, {
          zones: [{ input: { start, end }, output, pitchRatio }],
          words: [],
          length: size,
        })
        expect(warped).toHaveLength(size)
        let most = 0
        for (const sample of warped) most = Math.max(most, Number.isNaN(sample) ? 99 : Math.abs(sample))
        expect(most).toBeLessThan(1.2)
      },
    ),
    { numRuns: 30 },
  )
})
