import { describe, expect, test } from 'vitest'
import { analyzeEnglish } from '../../../test/support/sentence-speaker.ts'
import { createByteTable } from '../byte-table.ts'
import { describeWords } from './word-traits.ts'

const NO_KINDS = createByteTable(0)

function describeText(text: string) {
  return describeWords(analyzeEnglish(text).sentences[0]!.words, NO_KINDS)
}

describe('traits of written words', () => {
  test('what is read as several words is one', () => {
    const { starts } = describeText('Pay $25 today.')
    expect([...starts]).toEqual([0, 1, 4, 5])
  })

  test('case changes the shape and not the word', () => {
    const [small, capital] = [describeText('We sell apple pie.'), describeText('We sell Apple pie.')]
    expect(capital.word).toEqual(small.word)
    expect(capital.suffix3).toEqual(small.suffix3)
    expect(capital.shape[2]).not.toBe(small.shape[2])
  })

  test('words with the same ending share it', () => {
    const { word, suffix3, suffix4 } = describeText('Jumping singing.')
    expect(word[0]).not.toBe(word[1])
    expect(suffix3[0]).toBe(suffix3[1])
    expect(suffix4[0]).not.toBe(suffix4[1])
  })

  test('a word knows the mark after it', () => {
    expect([...describeText('Yes, we can; we do it.').mark]).toEqual([1, 0, 2, 0, 0, 2])
  })
})
