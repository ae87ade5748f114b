import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWordTable, packWordTable } from './word-table.ts'

test('finds exactly what was packed', () => {
  const word = fc.stringMatching(/^[ab'-]{1,8}$/)
  const entries = fc.dictionary(word, fc.stringMatching(/^[ -~]{0,5}$/), { maxKeys: 80 })
  fc.assert(
    fc.property(entries, fc.array(word), (values, others) => {
      const table = createWordTable(packWordTable(new Map(Object.entries(values))), (value) => [
        String.fromCharCode(...value),
      ])
      for (const key of ['', ...Object.keys(values), ...others]) {
        expect(table.find(key)).toEqual(key in values ? [values[key]] : undefined)
      }
    }),
  )
})
