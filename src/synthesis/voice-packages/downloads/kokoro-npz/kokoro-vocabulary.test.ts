import { expect, test } from 'vitest'
import { englishLetters } from '../../../engines/ipa/write-ipa.ts'
import { kokoroVocabulary } from './kokoro-vocabulary.ts'

const { vocab } = JSON.parse(Buffer.from(kokoroVocabulary()).toString()) as { vocab: Readonly<Record<string, number>> }

test.each(['en-us', 'en-gb'])('has every letter of %s', (languageCode) => {
  const letters = [...englishLetters({ alphabet: 'misaki', languageCode })]
  expect(letters.filter((letter) => vocab[letter] === undefined)).toEqual([])
})

test('has the IDs of the original, the last letter of each run', () => {
  const ids = { '?': 6, ' ': 16, I: 25, T: 36, f: 48, z: 68, æ: 72, ɔ: 76, ə: 83, ɜ: 87, ʧ: 133, ʔ: 148, ː: 158 }
  expect(vocab).toMatchObject(ids)
})
