import { expect, test } from 'vitest'
import { shapeOf } from './token-shape.ts'

test.each([
  ['a', 'lower'],
  ['lighthouse', 'lower'],
  ['Nov', 'capitalized'],
  ['It', 'capitalized'],
  ['A', 'capitals'],
  ['NASA', 'capitals'],
  ['7', 'digits'],
  ['2026', 'digits'],
  ["don't", 'word'],
  ['mRNA', 'word'],
  ['e.g', 'word'],
  ["Dr's", 'name'],
  ['McDonald', 'name'],
  ['X2', 'name'],
  ['3rd', 'figure'],
  ['12.5%', 'figure'],
  ['$5', 'sign'],
  ['½', 'sign'],
  ['é', 'sign'],
  ['', 'sign'],
])('%s is of the shape %s', (text, shape) => {
  expect(shapeOf(text)).toBe(shape)
})
