import { expect, test } from 'vitest'
import { breakLines } from './break-lines.ts'

test.each([
  ['It fits.', ['It fits.']],
  [
    'which had been sleeping in the warm afternoon sun for most of the day,',
    ['which had been sleeping in the warm', 'afternoon sun for most of the day,'],
  ],
  ['When it was all over at last, they went home.', ['When it was all over at last,', 'they went home.']],
  [`${'x'.repeat(50)} y`, ['x'.repeat(50), 'y']],
  ['x'.repeat(90), ['x'.repeat(90)]],
  [`a ${'b'.repeat(60)} c`, ['a', 'b'.repeat(60), 'c']],
  ['🙂'.repeat(42), ['🙂'.repeat(42)]],
])('%s', (text, lines) => {
  expect(breakLines(text)).toEqual(lines)
})
