import fc from 'fast-check'
import { expect, test } from 'vitest'
import { greedyAccounts } from './fair-shares.ts'

const greedy = (needs: Readonly<Record<string, number>>, capacity: number) => [
  ...greedyAccounts(new Map(Object.entries(needs)), capacity),
]

test.each([
  ['nobody needs anything', {}, 2, []],
  ['all needs fit', { a: 1.5, b: 0.5 }, 2, []],
  ['one account needs more than there is', { a: 2.4 }, 2, ['a']],
  ['one account leaves too little for a modest one', { a: 2.4, b: 0.1 }, 2, ['a']],
  ['two accounts need more than a third leaves them', { a: 1.5, b: 1.2, c: 0.2 }, 2, ['a', 'b']],
  ['an account needs no more than its share', { a: 1.5, b: 1, c: 0.2 }, 2.2, ['a']],
  ['many need the same, and all together too much', { a: 1, b: 1, c: 1 }, 2, ['a', 'b', 'c']],
])('whose need is beyond a fair share if %s', (_, needs: Readonly<Record<string, number>>, capacity, expected) => {
  expect(greedy(needs, capacity).sort()).toEqual(expected)
})

test('whoever is not greedy can be served beside equal shares of all who are', () => {
  const needs = fc.dictionary(fc.string(), fc.double({ min: 0, max: 10, noNaN: true }), { maxKeys: 20 })
  fc.assert(
    fc.property(needs, fc.double({ min: 0.1, max: 20, noNaN: true }), (all, capacity) => {
      const names = greedy(all, capacity)
      const modest = Object.entries(all).filter(([name]) => !names.includes(name))
      const left = capacity - modest.reduce((sum, [, need]) => sum + need, 0)
      expect(left).toBeGreaterThanOrEqual(-1e-9)
      for (const [, need] of modest) expect(need).toBeLessThanOrEqual(left / Math.max(1, names.length) + 1e-9 + need)
      for (const name of names) expect(all[name]).toBeGreaterThan(left / names.length - 1e-9)
    }),
  )
})
