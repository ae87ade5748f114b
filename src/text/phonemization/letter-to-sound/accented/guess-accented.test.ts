import { describe, expect, test } from 'vitest'
import { guessAccented, hearsFinalAccent } from './guess-accented.ts'

describe('guessAccented', () => {
  test.each([
    ['Générès', 'ZH EY0 N EY0 R EH1'],
    ['rosé', 'R OW0 Z EY1'],
    ['pâté', 'P AA0 T EY1'],
    ['mâché', 'M AA0 SH EY1'],
    ['Besançon', 'B AH0 Z AA0 N S OW1 N'],
    ['château', 'SH AA0 T OW1'],
    ['Iñárritu', 'IY0 N Y AA1 R IY0 T UW0'],
    ['Cuarón', 'K W AA0 R OW1 N'],
    ['peña', 'P EH1 N Y AA0'],
    ['Mérida', 'M EY0 R IY0 D AA1'],
    ['Málaga', 'M AA1 L AA0 G AA0'],
  ])('says %s as %s', (word, expected) => {
    expect(guessAccented(word)?.join(' ')).toBe(expected)
  })

  test.each(['plain', 'Müller', 'São', 'Łódź', '', 'ß', 'é'.repeat(33)])('leaves %j to English', (word) => {
    expect(guessAccented(word)).toBeUndefined()
  })

  test('knows whether a final accent is heard', () => {
    expect(hearsFinalAccent('rosé', ['R', 'OW1', 'Z'])).toBe(false)
    expect(hearsFinalAccent('pâté', ['P', 'EY1', 'T'])).toBe(false)
    expect(hearsFinalAccent('cafés', ['K', 'AH0', 'F', 'EY1', 'Z'])).toBe(true)
    expect(hearsFinalAccent('rose', ['R', 'OW1', 'Z'])).toBe(true)
  })
})
