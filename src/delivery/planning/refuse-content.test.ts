import { describe, expect, test } from 'vitest'
import { LANGUAGE } from '../../../test/support/planning-data.ts'
import { analyzeText } from '../../text/analyze-text.ts'
import { createContentPolicy } from '../moderation/content-policy.ts'
import { refuseContent } from './refuse-content.ts'

const POLICY = createContentPolicy({ terms: ['seven', 'dead parrot'], profanities: ['damn'], patterns: [] })
const analyze = (text: string) =>
  analyzeText(text, { ...LANGUAGE, replacements: { libraries: [] }, ssml: false, locale: 'en_US' })
const refuse = (text: string) => refuseContent(POLICY, { text, utterance: analyze(text), accountTerms: undefined })

describe('a text is refused', () => {
  test.each([
    ['I have seven.', 'Cannot speak "seven" (at offset 7)'],
    ['It is 7 of them.', 'Cannot speak "seven" (at offset 6)'],
    ['A <tempo value="0.9">DEAD</tempo> parrot.', 'Cannot speak "dead parrot" (at offset 21)'],
    ['Oh da<b></b>mn.', 'the rule "profanity" of this service'],
    ['One. Two. It is ₇.', '"seven"'],
  ])('%s', (text, problem) => {
    expect(() => refuse(text)).toThrow(problem)
  })

  test.each(['Seventh heaven.', 'It is dead. Parrot!', 'The dead, parrot-like bird.'])('and %s is not', (text) => {
    expect(() => refuse(text)).not.toThrow()
  })

  test('in linear time, however late in a sentence the word is heard', () => {
    const words = Array.from({ length: 40_000 }, (_, source) => ({
      text: source === 39_999 ? 'seven' : 'word',
      source,
    }))
    const sources = words.map(({ source }) => ({ start: 5 * source, end: 5 * source + 4 }))
    const utterance = { words: sources, sentences: [{ words }] } as never
    expect(() => refuseContent(POLICY, { text: 'word', utterance, accountTerms: undefined })).toThrow(
      '(at offset 199995)',
    )
  }, 20_000)
})
