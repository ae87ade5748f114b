import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { LOCALES } from '../english/dialects.ts'
import { createHomographModel } from '../phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../reading/scoring/scorer.ts'
import { createTagger } from '../tagging/tagger.ts'
import { parseRespelling } from './parse-respelling.ts'
import { suggestRespellings } from './suggest-respellings.ts'

const resources = {
  lexicon: createLexicon(readFileSync('data/lexicon/en-us.bin')),
  letterToSound: createLetterToSound(readFileSync('data/letter-to-sound/en-us.bin')),
  homographs: createHomographModel(
    readFileSync('data/homographs/en-us.bin'),
    createTagger(readFileSync('data/tagging/en-us.bin')),
  ),
  readings: createReadingScorer(readFileSync('data/reading/en-us.bin')),
}

/** What is suggested, or the code of the error that says why nothing is. */
function suggestOrRefuse(text: string, locale: string): readonly string[] | string {
  try {
    return suggestRespellings(text, { ...resources, locale })
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

const word = fc.oneof(
  fc.stringMatching(/^[A-Za-z'-]{1,20}$/),
  fc.stringMatching(/^[A-Z]{1,6}[0-9]{0,3}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
)
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

test('any text has suggestions that can be read back, none twice, or is refused as INVALID_TEXT', () => {
  fc.assert(
    fc.property(phrase, fc.constantFrom(...LOCALES), (text, locale) => {
      const suggested = suggestOrRefuse(text, locale)
      const isRefused = typeof suggested === 'string'
      const suggestions = isRefused ? [] : suggested
      expect(isRefused ? suggested : 'INVALID_TEXT').toBe('INVALID_TEXT')
      expect(suggestions.length > 0).toBe(!isRefused)
      expect(new Set(suggestions).size).toBe(suggestions.length)
      for (const one of suggestions.flatMap((respelling) => respelling.split(' '))) {
        expect(parseRespelling(one).length).toBeGreaterThan(0)
      }
    }),
  )
})

test.each([
  ['ths', ['tee-aych-EHS']],
  ['123', 'INVALID_TEXT'],
  ['hmm', ['HUHM']],
])('%s gives %j', (text, expected) => {
  expect(suggestOrRefuse(text, 'en_US')).toEqual(expected)
})
