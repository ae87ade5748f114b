import { expect, test } from 'vitest'
import { fitPauses } from './fit-pauses.ts'

const FRAME = 10
const speech = () => new Float32Array(6 * FRAME).fill(1)
const fitTo = (samples: number, late = 0) =>
  fitPauses(speech(), {
    from: 1000,
    pauses: [{ fromFrame: 102, endFrame: 104, fromSample: 1020 + late, endSample: 1040 + late, samples }],
    fade: 3,
  })
const sixths = (samples: Float32Array) => [...samples].map((sample) => Math.round(sample * 6))

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
  expect(sixths(pause)).toEqual([5, 3, 1, 0, 0, 0, 0, 1, 3, 5])
})

test('begins and ends within frames where words do', () => {
  const fitted = fitTo(10, 4)
  expect(fitted).toHaveLength(4 * FRAME + 10)
  expect(sixths(fitted.subarray(2 * FRAME, 2 * FRAME + 10))).toEqual([6, 6, 6, 6, 5, 3, 1, 0, 0, 0])
})

test('leaves speech without pauses as it is', () => {
  const samples = speech()
  expect(fitPauses(samples, { from: 0, pauses: [], fade: 3 })).toEqual(samples)
})
