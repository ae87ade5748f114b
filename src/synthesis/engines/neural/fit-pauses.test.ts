import { expect, test } from 'vitest'
import { fitPauses } from './fit-pauses.ts'

const FRAME = 10
const speech = () => new Float32Array(6 * FRAME).fill(1)
const fitTo = (samples: number, fade = 3) =>
  fitPauses(speech(), {
    fromFrame: 100,
    frameSamples: FRAME,
    pauses: [{ fromFrame: 102, endFrame: 104, samples }],
    fade,
  })

test.each([0, 1, 2, 5, 7, 19, 20, 21, 500])(
  'makes a pause of %i samples, and leaves the speech around it',
  (length) => {
    const fitted = fitTo(length)
    expect(fitted).toHaveLength(4 * FRAME + length)
    expect(fitted.subarray(0, 2 * FRAME).every((sample) => sample === 1)).toBe(true)
    expect(fitted.subarray(2 * FRAME + length).every((sample) => sample === 1)).toBe(true)
  },
)

test('fades at the edges of the pause, with silence between', () => {
  const pause = fitTo(10).subarray(2 * FRAME, 2 * FRAME + 10)
  expect([...pause].map((sample) => Math.round(sample * 6))).toEqual([5, 3, 1, 0, 0, 0, 0, 1, 3, 5])
})

test('leaves speech without pauses as it is', () => {
  const samples = speech()
  expect(fitPauses(samples, { fromFrame: 0, frameSamples: FRAME, pauses: [], fade: 3 })).toEqual(samples)
})
