import { describe, expect, test } from 'vitest'
import type { SpokenWord } from '../../../text/utterance.ts'
import { chooseRegister } from './choose-register.ts'
import type { Tune, TunedPhrase } from './choose-tunes.ts'
import type { Aside } from './find-asides.ts'
import type { PhraseEnd } from './phrase.ts'

/** Phrases with so many words each; the words are those of the text in order. */
function makePhrases(
  lengths: readonly number[],
  { tune = 'fall', end = '.' }: { readonly tune?: Tune; readonly end?: PhraseEnd } = {},
): readonly TunedPhrase[] {
  let source = 0
  return lengths.map((length, i) => ({
    words: Array.from({ length }, () => ({ source: source++ }) as SpokenWord),
    end: i === lengths.length - 1 ? end : ',',
    tune: i === lengths.length - 1 ? tune : 'continuation',
  }))
}
const asides = (...all: readonly Aside[]) => ({ startsParagraph: false, asides: all, draw: () => 0 })
const PLAIN = asides()
/** The register of a sentence that draws nothing and does not begin a paragraph. */
const MEAN = -0.6

describe('the line under a sentence', () => {
  test('is one, whatever phrases it is cut into', () => {
    const [whole] = chooseRegister(makePhrases([10]), PLAIN)
    const cut = chooseRegister(makePhrases([2, 5, 3]), PLAIN)
    expect(cut[0]!.from).toBeCloseTo(whole!.from)
    expect(cut.at(-1)!.to).toBeCloseTo(whole!.to)
    for (const [i, { to }] of cut.slice(0, -1).entries()) expect(cut[i + 1]!.from).toBeCloseTo(to)
    const slope = ({ from, to }: { from: number; to: number }, words: number) => (to - from) / words
    expect(slope(cut[1]!, 5)).toBeCloseTo(slope(cut[0]!, 2))
  })

  test('rises by two semitones around the voice’s own, which falls more than the reader of its recordings', () => {
    const [line] = chooseRegister(makePhrases([4]), PLAIN)
    expect(line!.from).toBeCloseTo(MEAN - 1)
    expect(line!.to).toBeCloseTo(MEAN + 1)
  })

  test('is level in a question that rises', () => {
    const registers = chooseRegister(makePhrases([2, 4], { tune: 'rise', end: '?' }), PLAIN)
    for (const { from, to } of registers) expect([from, to]).toEqual([MEAN, MEAN])
  })

  test('is higher in a new paragraph, and most at its start', () => {
    const [plain] = chooseRegister(makePhrases([6]), PLAIN)
    const [first] = chooseRegister(makePhrases([6]), { ...PLAIN, startsParagraph: true })
    expect(first!.from - plain!.from).toBeCloseTo(1.3)
    expect(first!.to - plain!.to).toBeCloseTo(0.8)
  })
})

describe('movements', () => {
  test('are wider in an exclamation, in the phrase that is one', () => {
    const ranges = chooseRegister(makePhrases([2, 2], { end: '!' }), PLAIN).map(({ range }) => range)
    expect(ranges).toEqual([1, 1.25])
  })

  test('are narrower, and lower, in brackets', () => {
    const [plain, inBrackets] = [
      chooseRegister(makePhrases([2, 2, 2]), PLAIN),
      chooseRegister(makePhrases([2, 2, 2]), asides('none', 'none', 'brackets', 'brackets', 'none', 'none')),
    ]
    expect(inBrackets.map(({ range }) => range)).toEqual([1, 0.6, 1])
    expect(inBrackets[1]!.from - plain[1]!.from).toBeCloseTo(-1)
    expect(inBrackets[1]!.to - plain[1]!.to).toBeCloseTo(-1)
    expect([inBrackets[0], inBrackets[2]]).toEqual([plain[0], plain[2]])
  })

  test('are a little narrower in a quotation', () => {
    const registers = chooseRegister(makePhrases([1, 1]), asides('quotation', 'none'))
    const plain = chooseRegister(makePhrases([1, 1]), PLAIN)
    expect(registers.map(({ range }) => range)).toEqual([0.85, 1])
    expect(registers.map(({ from, to }) => [from, to])).toEqual(plain.map(({ from, to }) => [from, to]))
  })

  test('are those of any sentence if all of it is quoted', () => {
    const all = asides('quotation', 'quotation', 'quotation')
    expect(chooseRegister(makePhrases([1, 2]), all)).toEqual(chooseRegister(makePhrases([1, 2]), PLAIN))
  })

  test('are those of any phrase if only a part of it is set off', () => {
    const some = asides('quotation', 'none', 'none')
    expect(chooseRegister(makePhrases([2, 1]), some)).toEqual(chooseRegister(makePhrases([2, 1]), PLAIN))
  })

  test('are narrow and wide at once in an exclamation in brackets', () => {
    const [, last] = chooseRegister(makePhrases([1, 1], { end: '!' }), asides('none', 'brackets'))
    expect(last!.range).toBeCloseTo(0.75)
  })
})
