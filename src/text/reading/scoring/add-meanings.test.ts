import { expect, test } from 'vitest'
import { addMeanings } from './add-meanings.ts'

const NUMBERS = new Map([
  ['harbor', 1],
  ['ship', 2],
  ['apple', 3],
])

test('a new meaning weighs what its words do, with the usual bias', () => {
  const rows = { values: Int8Array.of(0, 0, 10, 0, 20, 0, 0, 10), steps: Float32Array.of(0.5, 0.5), columns: 2 }
  // Two units of the hidden layer: one speaks for the first column of words, one for the second.
  const meant = { values: Float64Array.of(1, 0, 0, 1), columns: 2 }
  const output = { values: Float64Array.of(1, 2, 3, 4, -1, -3), columns: 2 }
  const { values, columns } = addMeanings(output, ['harbor ship', 'apple', 'unknown'], {
    numbers: NUMBERS,
    rows,
    meant,
  })
  expect(columns).toBe(5)
  expect(Array.from(values)).toEqual([1, 2, 7.5, 0, 0, 3, 4, 0, 5, 0, -1, -3, -2, -2, -2])
})
