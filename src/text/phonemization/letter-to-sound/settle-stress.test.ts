import { describe, expect, test } from 'vitest'
import { settleMainStress, settleStress } from './settle-stress.ts'

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

test.each([
  ['T R IH1 K IH0 N EH1 L AH0', 'T R IH2 K IH0 N EH1 L AH0'],
  ['F UH1 T S IY1', 'F UH1 T S IY2'],
  ['M AH1 S K AH0 T IH1 R', 'M AH2 S K AH0 T IH1 R'],
  ['B AO1 T IH1 S T AH0', 'B AO0 T IH1 S T AH0'],
  ['P AA0 L AA0 T S IY0', 'P AA0 L AA1 T S IY0'],
  ['IH0 N T ER0 S IH2 T IY0', 'IH0 N T ER0 S IH1 T IY0'],
  ['M AA1 R M AH0 T', 'M AA1 R M AH0 T'],
  ['S T', 'S T'],
])('%s has one main stress: %s', (guessed, settled) => {
  expect(settleMainStress(guessed.split(' ')).join(' ')).toBe(settled)
})
