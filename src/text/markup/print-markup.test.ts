import { expect, test } from 'vitest'
import { parseMarkup } from './parse-markup.ts'
import { printMarkup } from './print-markup.ts'

test.each([
  ['a < b & ::UHP::, std::vector', 'a < b & ::UHP::, std::vector'],
  ["<TEMPO  VALUE = '+1.5' >a</Tempo > b", '<tempo value="+1.5">a</tempo> b'],
  ['<pitch value="1" x=\'"\'/>', '<pitch value="1" x=\'"\'></pitch>'],
])('%s is printed as %s', (source, printed) => {
  expect(printMarkup(parseMarkup(source, { ssml: false }))).toBe(printed)
})

test.each([
  ['a < b & &#99; <!-- d -->', 'a &lt; b &amp; c '],
  ['&#58;:UHP:: ::UHP::', '&#58;&#58;UHP&#58;&#58; ::UHP::'],
  ["<sub alias='\"&lt;'>a</sub><break/>", '<sub alias="&quot;&lt;">a</sub><break></break>'],
])('as SSML, %s is printed as %s', (source, printed) => {
  expect(printMarkup(parseMarkup(source, { ssml: true }))).toBe(printed)
})
