import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sinPi } from './sin-pi.ts'

test('agrees with Math.sin at every angle', () => {
  fc.assert(
    fc.property(fc.double({ min: -500, max: 500, noNaN: true }), (x) => {
      const turn = x - 2 * Math.round(x / 2)
      expect(Math.abs(sinPi(x) - Math.sin(Math.PI * turn))).toBeLessThan(1e-9)
    }),
  )
})

test.each([1e-3, 1e-6, 1e-12])('is as exact as %f near zero', (x) => {
  for (const sign of [1, -1]) expect(sinPi(sign * x) / (sign * Math.PI * x)).toBeCloseTo(1, 5)
})

test.each([
  [0, 0],
  [0.5, 1],
  [1, 0],
  [1.5, -1],
  [-0.5, -1],
  [7.5, -1],
])('sin(%f π) is %i', (x, sine) => {
  expect(sinPi(x)).toBeCloseTo(sine, 8)
})
