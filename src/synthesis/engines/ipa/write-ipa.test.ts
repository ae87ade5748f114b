import { expect, test } from 'vitest'
import { makeWord } from '../../../../test/support/make-segment.ts'
import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { SegmentWord } from '../../synthesis-plan.ts'
import { writeSentence } from '../upstream/write-sentence.ts'
import { timeWordsByLetters, writeIpa } from './write-ipa.ts'

const marked = (phonemes: string, mark?: BoundaryMark, text = 'word'): SegmentWord => ({
  ...makeWord(phonemes, { text }),
  ...(mark !== undefined && { boundary: { mark, pauseSeconds: 0.2 } }),
})
const options = { alphabet: 'espeak', languageCode: 'en-us', knows: () => true } as const
const lettersOf = (words: readonly SegmentWord[], knows: (letter: string) => boolean = () => true) =>
  writeIpa(words, { ...options, knows })
    .map(({ letter }) => letter)
    .join('')

test('words have a space between them, and a mark where one is', () => {
  expect(lettersOf([marked('HH AY1', ','), marked('DH EH1 R'), marked('Y UW1', '?')])).toBe('hˈaɪ, ðˈɛɹ jˈuː?')
})

test.each<[BoundaryMark, string, string]>([
  ['…', '…', 'ˈaɪ…'],
  ['…', '.', 'ˈaɪ.'],
  ['-', '—,', 'ˈaɪ—'],
  ['-', ',', 'ˈaɪ,'],
  ['(', ',', 'ˈaɪ,'],
  ['paragraph', '.', 'ˈaɪ.'],
  [';', ',.', 'ˈaɪ'],
])('the mark %s is written as a model reads it that knows %s', (mark, known, written) => {
  expect(lettersOf([marked('AY1', mark)], (letter) => !/[,.;:?!…—]/.test(letter) || known.includes(letter))).toBe(
    written,
  )
})

test('a sound that the model does not know is an error that names its letter', () => {
  expect(() => lettersOf([marked('AY1')], (letter) => letter !== 'ɪ')).toThrow('Cannot speak "ɪ"')
})

test('a word lasts from its first letter to its last, and its sounds divide it, with the space after it unless a pause is there', () => {
  const words = [marked('AY1', ','), marked('T UW1'), marked('N OW1', '.')]
  const letters = writeIpa(words, options)
  const startSeconds = [...letters.map((_, i) => i), letters.length]
  const all = letters.map(({ letter }) => letter).join('')
  expect(all).toBe('ˈaɪ, tˈuː nˈoʊ.')
  expect(timeWordsByLetters(words, letters, startSeconds)).toEqual([
    { startSeconds: 0, endSeconds: 3, phoneEnds: [3] },
    { startSeconds: 5, endSeconds: 10, phoneEnds: [6, 10] },
    { startSeconds: 10, endSeconds: 14, phoneEnds: [11, 14] },
  ])
})

test('a server gets words with their marks, and no sign that it could take for markup', () => {
  const words = [
    marked('AY1', '"', "don't"),
    marked('AY1', 'break', '<break/>'),
    marked('AY1', '…', 'well-known'),
    marked('AY1', undefined, '&'),
    marked('AY1', 'paragraph', 'née'),
  ]
  expect(writeSentence(words)).toBe("don't, break, well-known... née.")
})
