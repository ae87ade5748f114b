import { expect, test } from 'vitest'
import { STYLE_WIDTH, styleForLength } from './kokoro-voice.ts'

/** Three styles, each filled with its number. */
const STYLES = Float32Array.from({ length: 3 * STYLE_WIDTH }, (_, i) => Math.floor(i / STYLE_WIDTH) + 1)

test.each([
  [1, 1],
  [3, 3],
  [4, 3],
  [500, 3],
])('a text of %i letters has style %i', (letters, style) => {
  expect(styleForLength(STYLES, letters)).toEqual(new Float32Array(STYLE_WIDTH).fill(style))
})
