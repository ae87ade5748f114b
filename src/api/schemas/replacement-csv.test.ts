import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatReplacementCsv, parseReplacementCsv } from './replacement-csv.ts'

const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[",\r\n a]{0,8}$/))

test('any replacements that are written as CSV are read as they were', () => {
  const row = fc.record({
    original: cell,
    replacement_text: cell,
    is_phonetic_respelling: fc.boolean(),
    enabled: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const csv = formatReplacementCsv(rows.map((one) => ({ ...one, replacement_id: 'a', library_id: 'b' })))
      expect(parseReplacementCsv(Buffer.from(csv))).toEqual(rows)
    }),
  )
})
