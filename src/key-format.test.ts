import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKey, isDamagedKey } from './key-format.ts'

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('a new key is whole, and says so to secret scanners', () => {
  for (let i = 0; i < 200; i++) {
    const key = createKey()
    expect(key).toMatch(/^dcl_[0-9A-Za-z]{42}$/)
    expect(isDamagedKey(key)).toBe(false)
  }
})

test('every slip of one character is noticed before the storage is asked', () => {
  const key = createKey()
  const place = fc.integer({ min: 'dcl_'.length, max: key.length - 1 })
  fc.assert(
    fc.property(place, fc.constantFrom(...Array.from(CHARACTERS)), (at, character) => {
      const typed = key.slice(0, at) + character + key.slice(at + 1)
      expect(isDamagedKey(typed)).toBe(typed !== key)
    }),
    { numRuns: 500 },
  )
})

test('so are two characters that changed places, and those that were lost or doubled', () => {
  const key = createKey()
  for (let at = 4; at < key.length - 1; at++) {
    const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
    expect(isDamagedKey(swapped)).toBe(swapped !== key)
    expect(isDamagedKey(key.slice(0, at) + key.slice(at + 1))).toBe(true)
    expect(isDamagedKey(key.slice(0, at) + key[at] + key.slice(at))).toBe(true)
  }
})

test.each(['', 'secret', 'DCL_abc', 'sk-1234', 'xdcl_'])('%j is of another form and is not judged', (key) => {
  expect(isDamagedKey(key)).toBe(false)
})
