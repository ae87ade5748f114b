import { expect, test } from 'vitest'
import { describeWarnings } from '../src/script/describe-warnings.ts'

const skip = (character: string) =>
  `Character U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} "${character}" is skipped, because no voice reads it: at offset 3`

test.each([
  ['日本です', ['日', '本', 'で', 'す'], 'No voice reads Japanese, so this is left out: 日 本 で す'],
  ['日本です', ['日'], 'No voice reads Japanese, so this is left out: 日'],
  ['北京', ['北', '京'], 'No voice reads Chinese, so this is left out: 北 京'],
  ['Привет مرحبا', ['П', 'م'], 'No voice reads Arabic or Cyrillic, so this is left out: П م'],
  ['ᚠ', ['ᚠ', 'ᚠ'], 'No voice reads some characters, so this is left out: ᚠ'],
  ['\u0007', ['\u0007'], 'No voice reads some characters, so this is left out: a control character'],
])('characters of %s that no voice reads are one line', (text, characters, line) => {
  expect(describeWarnings(characters.map(skip), text)).toEqual([line])
})

test('other warnings stay as they are, without their offsets', () => {
  const more = '12 more characters are skipped, because no voice reads them'
  expect(describeWarnings([skip('북'), more, 'Tempo 9 is above 2.3: at offset 4'], '북')).toEqual([
    'No voice reads Korean, so this is left out: 북',
    'Tempo 9 is above 2.3',
  ])
  expect(describeWarnings([], 'Hello.')).toEqual([])
})
