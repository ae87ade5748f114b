import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrontCodedTable, packFrontCodedTable } from './front-coded-table.ts'

test('finds exactly what was packed', () => {
  const word = fc.stringMatching(/^[ab'-]{1,8}$/)
  const entries = fc.dictionary(word, fc.uint8Array({ maxLength: 5 }), { maxKeys: 80 })
  fc.assert(
    fc.property(entries, fc.array(word), (values, others) => {
      const table = createFrontCodedTable(packFrontCodedTable(new Map(Object.entries(values))), (value) => [...value])
      expect(table.size).toBe(Object.keys(values).length)
      for (const key of [...Object.keys(values), ...others]) {
        expect(table.find(key)).toEqual(key in values ? [...values[key]!] : undefined)
      }
    }),
  )
})
