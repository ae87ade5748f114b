import { expect, test } from 'vitest'
import { vowelSpellings } from './vowel-spellings.ts'

test.each<[string, string, readonly string[] | undefined]>([
  ['practice', 'P R AE1 K T AH0 S', ['a', 'i']],
  ['oddity', 'AA1 D AH0 T IY0', ['o', 'i', 'y']],
  ['thought', 'TH AO1 T', ['ou']],
  ['quality', 'K W AA1 L AH0 T IY0', ['ua', 'i', 'y']],
  ['yellow', 'Y EH1 L OW0', ['e', 'ow']],
  ['named', 'N EY1 M D', ['a']],
  ['wanted', 'W AA1 N T IH0 D', ['a', 'e']],
  ['people', 'P IY1 P AH0 L', ['eo', 'e']],
  ['area', 'EH1 R IY0 AH0', undefined],
  ['nbc', 'EH1 N B IY1 S IY1', undefined],
])('the vowels of %s', (word, phonemes, spellings) => {
  expect(vowelSpellings(word, phonemes.split(' '))).toEqual(spellings)
})
