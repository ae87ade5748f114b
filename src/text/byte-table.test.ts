import { expect, test } from 'vitest'
import { createByteTable, enterByte, findByte } from './byte-table.ts'

/** Two hashes in the same slot of four, and one that is not entered. */
const [FIRST, SECOND, ABSENT] = [(7 << 16) | 1, (8 << 16) | 1, (9 << 16) | 1]
const table = createByteTable(2)
enterByte(table, FIRST, 5)
enterByte(table, SECOND, 6)
enterByte(table, FIRST, 9)

test('finds the byte of a hash, also behind another hash with the same slot', () => {
  expect([findByte(table, FIRST), findByte(table, SECOND)]).toEqual([5, 6])
})

test('finds no byte for a hash that is not in the table', () => {
  expect(findByte(table, ABSENT)).toBe(0)
})
