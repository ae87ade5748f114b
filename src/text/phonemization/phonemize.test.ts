import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NEUTRAL_DELIVERY } from '../markup/markup-run.ts'
import type { NormalizedText, NormalizedWord } from '../normalization/normalized-text.ts'
import { ARPABET_SYMBOLS, isVowel } from './arpabet.ts'
import { createLetterToSound } from './letter-to-sound.ts'
import { createLexicon } from './lexicon.ts'
import { phonemize } from './phonemize.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))
const letterToSound = createLetterToSound(readFileSync('data/letter-to-sound/en-us.bin'))

function textOf(sentences: readonly (readonly Partial<NormalizedWord>[])[]): NormalizedText {
  return {
    words: [{ text: 'x', start: 0, end: 1 }],
    sentences: sentences.map((words) => ({
      endsParagraph: false,
      words: words.map((word) => ({
        text: '',
        written: word.text ?? '',
        source: 0,
        reading: 'word',
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
      reading: fc.constantFrom('word' as const, 'letter' as const),
    })
    const sentences = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { maxLength: 3 })
    fc.assert(
      fc.property(sentences, fc.constantFrom('en_US' as const, 'en_GB' as const), (words, locale) => {
        const text = textOf(words)
        const utterance = phonemize(text, { lexicon, letterToSound, locale })
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
        const utterance = phonemize(textOf([[{ text }]]), { lexicon, letterToSound, locale: 'en_US' })
        expect(utterance.sentences[0]!.words[0]!.phonemes.some(isVowel)).toBe(true)
      }),
    )
  })
})
