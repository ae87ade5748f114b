import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatReplacementCsv, parseReplacementCsv } from './replacement-csv.ts'

const MAX_ROWS = 1000
const read = (csv: string): readonly unknown[] => parseReplacementCsv(Buffer.from(csv), MAX_ROWS)
const write = (original: string): string => {
  const row = { original, replacement_text: 'x', is_phonetic_respelling: false, enabled: true }
  return formatReplacementCsv([{ ...row, replacement_id: 'a', library_id: 'b' }])
}

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[",\r\n a]{0,8}$/),
  fc.stringMatching(/^[ '=+@\t\r\n-]{0,4}a$/),
)

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
      expect(read(csv)).toEqual(rows)
    }),
  )
})

describe('a cell that a spreadsheet would run', () => {
  test.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ["'=1", "''=1"],
  ])('%j is written with an apostrophe', (original, written) => {
    expect(write(original).split('\r\n')[1]).toBe(`${written},x,false,true`)
  })

  test.each(['a=1', "'tis", "O'Neill", '1-2'])('is not %j', (original) => {
    expect(write(original).split('\r\n')[1]).toBe(`${original},x,false,true`)
  })

  test('is never the start of any cell', () => {
    fc.assert(
      fc.property(cell, (original) => {
        expect(write(original).split('\r\n', 2)[1]).not.toMatch(/^"?[=+\-@\t]/)
      }),
    )
  })
})

test('a longer file is read only one row further than it may be long', () => {
  const csv = `original,replacement_text\n${'a,b\n'.repeat(1_000_000)}`
  expect(read(csv)).toHaveLength(MAX_ROWS + 1)
})
