import { expect, test } from 'vitest'
import { kindOf } from './word-kinds.ts'

/** Two words in the same slot of four, the second in the slot after it. */
const TABLE = { checks: Uint16Array.of(0, 7, 8, 0), kinds: Uint8Array.of(0, 5, 6, 0) }
const [FIRST, SECOND, ABSENT] = [(7 << 16) | 1, (8 << 16) | 1, (9 << 16) | 1]

test('a word has its kind, also behind another word with the same slot', () => {
  expect([kindOf(TABLE, FIRST), kindOf(TABLE, SECOND)]).toEqual([5, 6])
})

test('a word that is not in the table has none', () => {
  expect(kindOf(TABLE, ABSENT)).toBe(0)
})
