import { describe, expect, test } from 'vitest'
import { settleStress } from './settle-stress.ts'

describe('settleStress', () => {
  test.each([
    ['asphyxiation', 'AE0 S F IH1 K S IY0 EY2 SH AH0 N', 'AE0 S F IH2 K S IY0 EY1 SH AH0 N'],
    ['discitis', 'D IH1 S K AY0 T IH0 S', 'D IH0 S K AY1 T IH0 S'],
    ['frangibility', 'F R AE1 N JH AH0 B IH2 L AH0 T IY0', 'F R AE2 N JH AH0 B IH1 L AH0 T IY0'],
    ['exsanguinations', 'EH0 K S AE1 NG G W AH0 N EY0 SH AH0 N Z', 'EH0 K S AE2 NG G W AH0 N EY1 SH AH0 N Z'],
  ])('moves the stress of %s to its ending', (word, guessed, settled) => {
    expect(settleStress(word, guessed.split(' ')).join(' ')).toBe(settled)
  })

  test.each([
    ['marmot', 'M AA1 R M AH0 T'],
    ['opioidic', 'OW1 P IY0 OY2 D AH0 K'],
  ])('leaves %s as it is', (word, guessed) => {
    expect(settleStress(word, guessed.split(' ')).join(' ')).toBe(guessed)
  })
})
