import { describe, expect, test } from 'vitest'
import { mendName } from './mend-name.ts'

function mend(word: string, phonemes: string): string {
  return mendName(word, phonemes.split(' ')).join(' ')
}

describe('mendName', () => {
  test.each([
    ['aldwych', 'AO1 L D W IH0 HH', 'AO1 L D W IH0 CH'],
    ['pukekohe', 'P Y UW1 K K OW0 HH', 'P Y UW1 K K OW0'],
    ['badr', 'B AE1 D R', 'B AE1 D ER0'],
    ['herzl', 'HH ER1 Z L', 'HH ER1 Z AH0 L'],
    ['moncef', 'M AA1 N S F', 'M AA1 N S EH0 F'],
    ['suthep', 'S AH1 TH P', 'S AH1 TH EH0 P'],
    ['mushtaq', 'M AH1 SH T K', 'M AH1 SH T AH0 K'],
    ['widnes', 'W IH1 D N Z', 'W IH1 D N EH0 Z'],
    ['zewde', 'Z EH1 W D', 'Z EH1 W D EY0'],
    ['refilwe', 'R IY0 F IH1 L W', 'R IY0 F IH1 L W EY0'],
    ['motsepe', 'M AA1 T S P', 'M AA1 T S EH0 P EY0'],
    ['rathke', 'R AE1 TH K', 'R AE1 TH K AH0'],
    ['mersenne', 'M ER1 S N', 'M ER1 S EH0 N'],
    ['anatoliy', 'AE2 N AH0 T OW1 L IY0 IY0', 'AE2 N AH0 T OW1 L IY0'],
    ['arseniy', 'AA1 R S AH0 N AY2 IY0', 'AA1 R S AH0 N IY0'],
    ['johannesson', 'JH OW2 HH AE1 N IH0 S AH0 N', 'Y OW2 HH AE1 N IH0 S AH0 N'],
    ['vjosa', 'V JH OW1 S AH0', 'V Y OW1 S AH0'],
    ['esbjerg', 'EH1 S B JH EH0 R G', 'EH1 S B Y EH0 R G'],
  ])('mends %s', (word, guess, expected) => {
    expect(mend(word, guess)).toBe(expected)
  })

  test.each([
    ['snarled', 'S N AA1 R L D'],
    ['kursk', 'K UH1 R S K'],
    ['omsk', 'AA1 M S K'],
    ['charlemagne', 'SH AA1 R L AH0 M EY2 N'],
    ['bretagne', 'B R IH0 T EY1 N Y'],
    ['kessle', 'K EH1 S L'],
    ['marthe', 'M AA1 R DH'],
    ['objetta', 'AH0 B JH EH1 T AH0'],
    ['jackson', 'JH AE1 K S AH0 N'],
    ['smith', 'S M IH1 TH'],
    ['abe', 'EY1 B'],
  ])('leaves %s as it is', (word, guess) => {
    expect(mend(word, guess)).toBe(guess)
  })
})
