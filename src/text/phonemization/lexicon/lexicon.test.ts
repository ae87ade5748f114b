import { readFileSync } from 'node:fs'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { describe, expect, test } from 'vitest'
import { createLexicon, packLexicon } from './lexicon.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))

function say(word: string): readonly string[] {
  return lexicon.pronunciationsOf(word).map((phonemes) => phonemes.join(' '))
}

describe('lexicon', () => {
  test('gives all pronunciations of a word, the usual one first', () => {
    expect(say('record')).toEqual(['R AH0 K AO1 R D', 'R EH1 K ER0 D', 'R IH0 K AO1 R D'])
  })

  test('has every word of CMUdict that is written in letters, but for possessives of reviewed words', () => {
    const words = Object.keys(dictionary).filter((word) => /^[a-z'][a-z'-]*$/.test(word))
    const missing = words.filter((word) => !lexicon.has(word))
    expect(missing.filter((word) => !word.endsWith("'s") || !lexicon.isReviewed(word.slice(0, -2)))).toEqual([])
    expect(lexicon.has("mozart's")).toBe(false)
  })

  test.each([
    ['gdp', 'JH IY2 D IY2 P IY1'],
    ['bullfights', 'B UH1 L F AY2 T S'],
    ['covid', 'K OW1 V IH0 D'],
    ["shan't", 'SH AE1 N T'],
    ['leicester', 'L EH1 S T ER0'],
    ['refugee', 'R EH2 F Y UW0 JH IY1'],
    ['cyclones', 'S AY1 K L OW2 N Z'],
    ['misogyny', 'M AH0 S AA1 JH AH0 N IY0'],
    ['pretzel', 'P R EH1 T S AH0 L'],
    ['schizophrenic', 'S K IH2 T S AH0 F R EH1 N IH0 K'],
    ['solely', 'S OW1 L IY0'],
    ['vegans', 'V IY1 G AH0 N Z'],
    ['denzel', 'D EH0 N Z EH1 L'],
  ])('prefers the supplement for %s', (word, expected) => {
    expect(say(word)).toEqual([expected])
  })

  test.each(['', 'zzzzzz', 'smartwatchx', 'a(2)', 'é', '-', 'récord'])('does not know %j', (word) => {
    expect(lexicon.has(word)).toBe(false)
    expect(lexicon.pronunciationsOf(word)).toEqual([])
  })

  test('tells reviewed words from those of CMUdict', () => {
    expect(['covid', 'magaña', 'albert', 'xyzzy'].map((word) => lexicon.isReviewed(word))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('has a supplement of words with one primary stress each', () => {
    const lines = readFileSync('data/lexicon/supplement.tsv', 'utf8').split('\n')
    const entries = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t')[1]!)
    const unstressed = entries.filter((entry) => !/^[^|]*1[^1|]*(?:\||$)/.test(entry))
    expect(entries.length).toBeGreaterThan(3_000)
    // Weak forms such as `and`, and repeated syllables such as `haha`.
    expect(unstressed.length).toBeLessThan(12)
  })

  test('refuses bytes of another kind', () => {
    expect(() => createLexicon(new TextEncoder().encode('not a lexicon at all'))).toThrow('Cannot open a "DLEX" file')
  })

  test('opens what it packed, wherever the bytes lie', () => {
    const packed = packLexicon({
      american: new Map([['tea', [['T', 'IY1']]]]),
      reviewed: new Set(['tea']),
      regional: new Map([['en-gb', new Map([['tea', [['T', 'EH1']]]])]]),
      homographs: new Map(),
    })
    const shifted = new Uint8Array(packed.length + 1)
    shifted.set(packed, 1)
    const opened = createLexicon(shifted.subarray(1))
    expect(opened.pronunciationsOf('tea')).toEqual([['T', 'IY1']])
    expect(opened.isReviewed('tea')).toBe(true)
    expect(opened.regionalPronunciationsOf('tea', 'en_GB')).toEqual([['T', 'EH1']])
    expect(opened.regionalPronunciationsOf('tea', 'en_US')).toEqual([])
  })
})
