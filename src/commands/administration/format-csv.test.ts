import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvRow } from './format-csv.ts'

test.each([
  [['a', 1, 'b'], 'a,1,b'],
  [['', -5, 0.5], ',-5,0.5'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [['=1+1'], "'=1+1"],
  [['+1', '-1', '@SUM(A1)', '\tx'], "'+1,'-1,'@SUM(A1),'\tx"],
  [['=cmd|"/c calc"!A1, x'], '"\'=cmd|""/c calc""!A1, x"'],
])('%j is written as %s', (cells, row) => {
  expect(formatCsvRow(cells)).toBe(row)
})

test('any cells are read back, and none begins a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (cells) => {
      const [read] = parse(formatCsvRow(cells), { record_delimiter: '\u0000never' }) as string[][]
      expect((read ?? ['']).map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(
        cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, '')),
      )
      for (const cell of read ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
