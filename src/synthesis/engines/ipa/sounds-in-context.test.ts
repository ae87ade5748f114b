import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeWord } from '../../../../test/support/make-segment.ts'
import { ARPABET_SYMBOLS } from '../../../text/arpabet.ts'
import { arpabetToIpa, type IpaAlphabet } from '../../../text/respelling/arpabet-to-ipa.ts'
import type { SegmentWord } from '../../synthesis-plan.ts'
import { type WriteIpaOptions, writeSounds } from './sounds-in-context.ts'

/** Words as `water W AO1 T ER0`; a comma after one is a pause. */
function readWords(list: readonly string[]): readonly SegmentWord[] {
  return list.map((entry) => {
    const [text = '', ...phonemes] = entry.replace(/,$/, '').split(' ')
    return {
      ...makeWord(phonemes.join(' '), { text }),
      ...(entry.endsWith(',') && { boundary: { mark: ',' as const, pauseSeconds: 0.2 } }),
    }
  })
}

const knowsAll: WriteIpaOptions['knows'] = () => true
const write = (list: readonly string[], alphabet: IpaAlphabet, languageCode: string, knows = knowsAll) =>
  writeSounds(readWords(list), { alphabet, languageCode, knows })
    .map((letters) => letters.join(''))
    .join(' ')

test.each([
  ['water W AO1 T ER0', 'wˈɔːɾɚ', 'wˈɔɾəɹ'],
  ['party P AA1 R T IY0', 'pˈɑːɹɾi', 'pˈɑɹɾi'],
  ['attack AH0 T AE1 K', 'ɐtˈæk', 'ətˈæk'],
  ['button B AH1 T AH0 N', 'bˈʌtən', 'bˈʌtən'],
  ['century S EH1 N CH ER0 IY0', 'sˈɛntʃɚɹi', 'sˈɛnʧəɹi'],
  ['four F AO1 R', 'fˈoːɹ', 'fˈɔɹ'],
  ['north N AO1 R TH', 'nˈɔːɹθ', 'nˈɔɹθ'],
  ['wanted W AA1 N T IH0 D', 'wˈɑːntᵻd', 'wˈɑntᵻd'],
])('American: %s', (word, espeak, misaki) => {
  expect(write([word], 'espeak', 'en-us')).toBe(espeak)
  expect(write([word], 'misaki', 'en-us')).toBe(misaki)
})

test.each([
  [['car K AA1 R,'], 'kˈɑː', 'kˈɑː'],
  [['far F AA1 R', 'away AH0 W EY1'], 'fˈɑːɹ ɐwˈeɪ', 'fˈɑːɹ əwˈA'],
  [['far F AA1 R,', 'away AH0 W EY1'], 'fˈɑː ɐwˈeɪ', 'fˈɑː əwˈA'],
  [['better B EH1 T ER0', 'off AO1 F'], 'bˈɛtəɹ ˈɒf', 'bˈɛtəɹ ˈɒf'],
  [['very V EH1 R IY0'], 'vˈɛɹi', 'vˈɛɹi'],
  [['fairy F EH1 R IY0'], 'fˈeəɹi', 'fˈɛːɹi'],
  [['near N IH1 R'], 'nˈiə', 'nˈɪə'],
  [['lot L AA1 T'], 'lˈɒt', 'lˈɒt'],
  [['father F AA1 DH ER0'], 'fˈɑːðə', 'fˈɑːðə'],
  [['want W AA1 N T'], 'wˈɒnt', 'wˈɒnt'],
  [['bought B AO1 T'], 'bˈɔːt', 'bˈɔːt'],
])('British: %s', (words, espeak, misaki) => {
  expect(write(words, 'espeak', 'en-gb')).toBe(espeak)
  expect(write(words, 'misaki', 'en-gb')).toBe(misaki)
})

test('a model without the letter of a place gets the letters of the sound', () => {
  expect(write(['water W AO1 T ER0'], 'misaki', 'en-us', (letter) => letter !== 'ɾ')).toBe('wˈɔtəɹ')
})

test('stress marks stay, and no sound but a British r is lost', () => {
  const marks = (letters: readonly string[]) => letters.map((one) => /^[ˈˌ]?/.exec(one)![0])
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...ARPABET_SYMBOLS), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('en-us', 'en-gb'),
      fc.constantFrom<IpaAlphabet>('espeak', 'misaki'),
      (phonemes, languageCode, alphabet) => {
        const options = { alphabet, languageCode, knows: () => true }
        const [letters = []] = writeSounds([makeWord(phonemes.join(' '), { text: 'word' })], options)
        expect(marks(letters)).toEqual(marks(phonemes.map((one) => arpabetToIpa(one, options))))
        const lost = phonemes.filter((_, i) => letters[i] === '')
        expect(lost.filter((sound) => languageCode !== 'en-gb' || sound !== 'R')).toEqual([])
      },
    ),
  )
})
