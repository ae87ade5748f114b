import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showValue } from './refuse-value.ts'

const cut = (json: string): string => (json.length > 60 ? `${json.slice(0, 60)}...` : json)

test('a value is shown as the beginning of its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(showValue(value)).toBe(cut(JSON.stringify(value)))
    }),
  )
  expect(showValue(undefined)).toBe('undefined')
})

test('no more of a value is visited than is shown', () => {
  let visited = 0
  const list = Array.from({ length: 100_000 }, () => ({
    get a() {
      visited += 1
      return 'aaaa'
    },
  }))
  expect(showValue(list)).toMatch(/^\[\{"a":"aaaa"\},.*\.\.\.$/)
  expect(visited).toBeLessThan(10)
})
