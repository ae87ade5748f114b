import { expect, test } from 'vitest'
import { arpabetToIpa, type IpaAlphabet } from '../../../text/respelling/arpabet-to-ipa.ts'
import { englishLetters } from './write-ipa.ts'

const write = (phonemes: string, alphabet: IpaAlphabet, languageCode = 'en-us') =>
  phonemes
    .split(' ')
    .map((phoneme) => arpabetToIpa(phoneme, { alphabet, languageCode }))
    .join('')

test.each([
  ['T AH0 M EY1 T OW2', 'təmˈeɪtˌoʊ', 'təmˈAtˌO'],
  ['CH ER1 CH', 'tʃˈɜːtʃ', 'ʧˈɜɹʧ'],
  ['B EH1 T ER0', 'bˈɛtɚ', 'bˈɛtəɹ'],
  ['HH AE1 P IY0', 'hˈæpi', 'hˈæpi'],
  ['B OY1 Z', 'bˈɔɪz', 'bˈYz'],
  ['JH AH1 JH', 'dʒˈʌdʒ', 'ʤˈʌʤ'],
])('%s is %s to espeak and %s to Misaki', (phonemes, espeak, misaki) => {
  expect(write(phonemes, 'espeak')).toBe(espeak)
  expect(write(phonemes, 'misaki')).toBe(misaki)
})

test('voices of dialects with British sounds get British vowels', () => {
  expect(write('G OW1 B ER0 D', 'espeak', 'en-gb')).toBe('ɡˈəʊbəd')
  expect(write('G OW1 B ER0 D', 'espeak', 'en-au')).toBe('ɡˈəʊbəd')
  expect(write('G OW1 B AE1 D', 'misaki', 'en-gb')).toBe('ɡˈQbˈad')
})

test('Misaki writes every sound with letters of its own', () => {
  // The American letters of https://github.com/hexgrad/misaki/blob/main/EN_PHONES.md
  const known = new Set('AIOWYbdfhijklmnpstuvwzæðŋɑɔəɛɜɡɪɹʃʊʌʒʤʧˈˌθ ')
  for (const letter of englishLetters({ alphabet: 'misaki', languageCode: 'en-us' })) expect(known).toContain(letter)
})

test.each(['XX', 'AA9', '', 'ah1'])('"%s" is refused', (phoneme) => {
  expect(() => arpabetToIpa(phoneme, { alphabet: 'espeak', languageCode: 'en-us' })).toThrow('Cannot speak phoneme')
})
