import { expect, test } from 'vitest'
import { frameInputs, interpolateTokens, tokensOfFrames } from './frame-inputs.ts'

// Three tokens of 2, 0 and 3 frames.
const STARTS = Int32Array.of(0, 2, 2, 5)

test('knows the token of each frame; a token without frames has none', () => {
  expect([...tokensOfFrames(STARTS)]).toEqual([0, 0, 2, 2, 2])
})

test('draws a line between the middles of tokens, and stays level outside', () => {
  const line = interpolateTokens(Int32Array.of(0, 2, 6), Float32Array.of(10, 40))
  expect([...line]).toEqual([10, 15, 25, 35, 40, 40])
})

test('passes through the value of a token without frames', () => {
  expect(interpolateTokens(STARTS, Float32Array.of(0, 8, 0))[2]).toBeCloseTo(8 * (1 - 0.5 / 1.5))
})

test('counts the frames of each token from both ends', () => {
  const inputs = frameInputs(STARTS, new Float32Array(5).fill(7))
  const rows = [0, 1, 2, 3, 4].map((t) => [...inputs.subarray(t * 4, t * 4 + 4)].map((x) => Math.round(Math.expm1(x))))
  const line = Math.round(Math.expm1(7))
  expect(rows).toEqual([
    [0, 1, 2, line],
    [1, 0, 2, line],
    [0, 2, 3, line],
    [1, 1, 3, line],
    [2, 0, 3, line],
  ])
})
