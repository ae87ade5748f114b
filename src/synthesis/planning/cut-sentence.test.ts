import { expect, test } from 'vitest'
import { PHRASED_PLAINLY } from '../../../test/support/planning-data.ts'
import { analyzeEnglish } from '../../../test/support/sentence-speaker.ts'
import { NEUTRAL_DELIVERY } from '../../text/markup/tree/markup-run.ts'
import { cutBreaths, cutSentence } from './cut-sentence.ts'
import { type PhrasedWord, phraseSentence } from './phrasing/phrase-sentence.ts'

/** Words as `text`, with a comma if the text has one. */
function wordsOf(text: string): readonly PhrasedWord[] {
  const words = text.split(' ').map((written, source) => ({
    text: written.replace(',', ''),
    written,
    source,
    delivery: NEUTRAL_DELIVERY,
    phonemes: ['AH0'],
    origin: 'lexicon' as const,
    ...(written.endsWith(',') && { boundary: { mark: ',' as const, delivery: NEUTRAL_DELIVERY } }),
  }))
  return phraseSentence(words, PHRASED_PLAINLY)
}

const cut = (text: string) => cutSentence(wordsOf(text)).map((piece) => piece.map(({ written }) => written).join(' '))

test('a short sentence stays whole', () => {
  expect(cut('one two, three')).toEqual(['one two, three'])
})

test('a long one is cut at the clause nearest its middle', () => {
  const clause = 'a b c d e f g h i j k l m'
  expect(cut(`${clause}, ${clause}, ${clause}`)).toEqual([`${clause},`, `${clause},`, clause])
})

test('without punctuation it is cut before a word that opens a phrase', () => {
  const pieces = cut(`${'x '.repeat(14)}because ${'y '.repeat(12)}z`)
  expect(pieces[1]).toMatch(/^because/)
})

test('without either it is cut all the same, and no piece is torn off', () => {
  const pieces = cut('w '.repeat(100).trim())
  expect(pieces.join(' ')).toBe('w '.repeat(100).trim())
  for (const piece of pieces) {
    expect(piece.split(' ').length).toBeLessThanOrEqual(24)
    expect(piece.split(' ').length).toBeGreaterThanOrEqual(4)
  }
})

test('a very long word is spoken in parts, of which the last has the boundary', () => {
  const [word] = wordsOf('long,')
  const phonemes = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? 'B' : 'AH0'))
  const pieces = cutSentence([{ ...word!, phonemes }])
  const parts = pieces.flat()
  expect(parts.flatMap((part) => part.phonemes)).toEqual(phonemes)
  expect(parts.map(({ boundary }) => boundary?.mark)).toEqual([...parts.slice(1).map(() => undefined), ','])
  for (const piece of pieces) expect(piece.flatMap((part) => part.phonemes).length).toBeLessThanOrEqual(160)
})

test('a sentence of 100,000 words is cut in linear time', () => {
  expect(cutSentence(wordsOf('w '.repeat(100_000).trim())).flat()).toHaveLength(100_000)
})

test.each([
  [
    'The committee that met on Tuesday to review the budget for the coming year said on Wednesday that it would publish its findings before the end of the month.',
  ],
  [
    'What the president did not say in his speech on Tuesday was that the plan had already been abandoned by his own party and that he would not try to revive it.',
  ],
  [
    'I wrote to the woman in the blue coat that they had found in the park near the old mill because she knew that he was the brother of the man that you met.',
  ],
])('a long sentence without punctuation is never cut after a pronoun that is a subject: %s', (text) => {
  const pieces = cutSentence(phraseSentence(analyzeEnglish(text).sentences[0]!.words, PHRASED_PLAINLY))
  const starts = pieces.flatMap(cutBreaths).map((breath) => [breath.at(-1)!.text, breath[0]!.text] as const)
  expect(starts.length).toBeGreaterThan(1)
  for (const [last, first] of starts) {
    expect(['i', 'he', 'she', 'they', 'we', 'that', 'the', 'of', 'to']).not.toContain(last)
    expect(['had', 'would', 'did']).not.toContain(first)
  }
})
