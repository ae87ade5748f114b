import { describe, expect, test } from 'vitest'
import { formatTable } from './format-table.ts'

test('columns are as wide as their widest text, two spaces apart, and no line ends with spaces', () => {
  expect(
    formatTable([
      ['TEXT', 'SPOKEN', 'PAUSE'],
      ['$5', 'five dollars', ''],
      ['a', 'ay', '0.2 s'],
    ]),
  ).toEqual(['TEXT  SPOKEN        PAUSE', '$5    five dollars', 'a     ay            0.2 s'])
})

test('rows may be of different lengths', () => {
  expect(formatTable([['long first', 'b'], ['x'], ['y', 'z', 'more']])).toEqual([
    'long first  b',
    'x',
    'y           z  more',
  ])
})

test('no rows are no lines', () => {
  expect(formatTable([])).toEqual([])
})

test('colours take no width', () => {
  const bold = (text: string) => `\u001b[1m${text}\u001b[22m`
  const lines = formatTable([
    [{ text: 'no', paint: bold }, 'b'],
    ['longer', 'c'],
  ])
  expect(lines).toEqual(['\u001b[1mno\u001b[22m      b', 'longer  c'])
})

describe('text takes as many columns as a terminal shows', () => {
  test.each([
    ['东京', 4],
    ['서울', 4],
    ['ＡＢ', 4],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['naïve', 5],
  ])('%s: %i', (text, width) => {
    const [line] = formatTable([
      [text, '|'],
      ['12345678', '|'],
    ])
    expect(line).toBe(`${text}${' '.repeat(8 - width)}  |`)
  })
})
