import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ARPABET_SYMBOLS, isVowel } from '../arpabet.ts'
import { LOCALES } from '../english/dialects.ts'
import { NEUTRAL_DELIVERY } from '../markup/tree/markup-run.ts'
import type { NormalizedText, NormalizedWord } from '../normalization/normalized-text.ts'
import { createTagger } from '../tagging/tagger.ts'
import { createHomographModel } from './homographs/homograph-model.ts'
import { createLetterToSound } from './letter-to-sound/letter-to-sound.ts'
import { createLexicon } from './lexicon/lexicon.ts'
import { phonemize } from './phonemize.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))
const letterToSound = createLetterToSound(readFileSync('data/letter-to-sound/en-us.bin'))
const homographs = createHomographModel(
  readFileSync('data/homographs/en-us.bin'),
  createTagger(readFileSync('data/tagging/en-us.bin')),
)

function textOf(sentences: readonly (readonly Partial<NormalizedWord>[])[]): NormalizedText {
  return {
    words: [{ text: 'x', start: 0, end: 1 }],
    sentences: sentences.map((words) => ({
      endsParagraph: false,
      words: words.map((word) => ({
        text: '',
        written: word.text ?? '',
        source: 0,
        sound: 'word',
        delivery: NEUTRAL_DELIVERY,
        ...word,
      })),
    })),
  }
}

describe('phonemize', () => {
  test('gives every word of any text sounds that can be said', () => {
    const word = fc.record({
      text: fc.oneof(fc.stringMatching(/^[a-z'-]{1,20}$/), fc.string({ minLength: 1 })),
      sound: fc.constantFrom('word' as const, 'letter' as const),
    })
    const sentences = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { maxLength: 3 })
    fc.assert(
      fc.property(sentences, fc.constantFrom(...LOCALES), (words, locale) => {
        const text = textOf(words)
        const utterance = phonemize(text, { lexicon, letterToSound, homographs, locale })
        expect(utterance.sentences.map((sentence) => sentence.words.length)).toEqual(words.map(({ length }) => length))
        for (const { phonemes } of utterance.sentences.flatMap((sentence) => sentence.words)) {
          expect(phonemes.length).toBeGreaterThan(0)
          for (const phoneme of phonemes) expect(ARPABET_SYMBOLS).toContain(phoneme)
        }
      }),
    )
  })

  test('reads an unknown word with at least one vowel', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z']{0,6}[a-z][a-z']{0,30}$/), (text) => {
        fc.pre(!lexicon.has(text))
        const utterance = phonemize(textOf([[{ text }]]), { lexicon, letterToSound, homographs, locale: 'en_US' })
        expect(utterance.sentences[0]!.words[0]!.phonemes.some(isVowel)).toBe(true)
      }),
    )
  })

  type Row = readonly [sentence: string, word: string, phonemes: string, origin: string]
  const rows: readonly Row[] = [
    ['the apple', 'the', 'DH IY0', 'lexicon'],
    ['the pear', 'the', 'DH AH0', 'lexicon'],
    ['the hour', 'the', 'DH IY0', 'lexicon'],
    ['the user', 'the', 'DH AH0', 'lexicon'],
    ['a pear', 'a', 'AH0', 'lexicon'],
    ['grade a.', 'a', 'EY1', 'lexicon'],
    ['go to work', 'to', 'T AH0', 'lexicon'],
    ['go to america', 'to', 'T UW1', 'lexicon'],
    ['where to?', 'to', 'T UW1', 'lexicon'],
    ['you can go', 'can', 'K AH0 N', 'lexicon'],
    ['a can of beans', 'can', 'K AE1 N', 'lexicon'],
    ['yes you can', 'can', 'K AE1 N', 'lexicon'],
    ['we record music', 'record', 'R IH0 K AO1 R D', 'homograph'],
    ['a record year', 'record', 'R EH1 K ER0 D', 'homograph'],
    ['he lives here', 'lives', 'L IH1 V Z', 'homograph'],
  ]
  test.each(rows)('in "%s" says %s as %s', (sentence, text, expected, origin) => {
    const words = sentence.split(' ').map((token) => ({
      text: token.replace(/[.?]/, ''),
      ...(/[.?]$/.test(token) && { boundary: { mark: '.' as const, delivery: NEUTRAL_DELIVERY } }),
    }))
    const utterance = phonemize(textOf([words]), { lexicon, letterToSound, homographs, locale: 'en_US' })
    const word = utterance.sentences[0]!.words.find((spoken) => spoken.text === text)!
    expect([word.phonemes.join(' '), word.origin]).toEqual([expected, origin])
  })

  test('stresses an article that carries emphasis, names letters and keeps respellings', () => {
    const words: Partial<NormalizedWord>[] = [
      { text: 'the', emphasis: 'strong' },
      { text: 'a', sound: 'letter' },
      { text: 'z', sound: 'letter' },
      { text: 'tuple', sound: ['T', 'AH1', 'P', 'AH0', 'L'] },
    ]
    const say = (locale: string) =>
      phonemize(textOf([words]), { lexicon, letterToSound, homographs, locale }).sentences[0]!.words.map(
        ({ phonemes, origin }) => `${origin}: ${phonemes.join(' ')}`,
      )
    expect(say('en_US')).toEqual(['lexicon: DH IY1', 'lexicon: EY1', 'lexicon: Z IY1', 'respelling: T AH1 P AH0 L'])
    expect(say('en_GB')[2]).toBe('lexicon: Z EH1 D')
  })

  test.each([
    ['en_US', "z's", 'Z IY1 Z'],
    ['en_GB', "z's", 'Z EH1 D Z'],
    ['en_GB', "x's", 'EH1 K S IH0 Z'],
    ['en_US', "f's", 'EH1 F S'],
  ] as const)('names several letters in %s: %s', (locale, text, sounds) => {
    const words = textOf([[{ text, sound: 'letter' }]])
    const [word] = phonemize(words, { lexicon, letterToSound, homographs, locale }).sentences[0]!.words
    expect(word!.phonemes.join(' ')).toBe(sounds)
  })

  test('drops the reading and keeps everything else of a word', () => {
    const text = textOf([[{ text: 'four', written: '4', emphasis: 'moderate' }]])
    const [word] = phonemize(text, { lexicon, letterToSound, homographs, locale: 'en_US' }).sentences[0]!.words
    const { sound, ...kept } = text.sentences[0]!.words[0]!
    expect(sound).toBe('word')
    expect(word).toEqual({ ...kept, phonemes: ['F', 'AO1', 'R'], origin: 'lexicon' })
  })
})
