import { describe, expect, test } from 'vitest'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'
import { isUnbreakable } from './unbreakable.ts'

/** The words of a sentence after which nobody would breathe, but the last one. */
function unbreakableIn(text: string): readonly string[] {
  const { words } = analyzeEnglish(text).sentences[0]!
  return words.flatMap((word, at) => (at < words.length - 1 && isUnbreakable(words, at) ? [word.text] : []))
}

describe('nobody breathes', () => {
  test.each([
    ['between a subject and its verb', 'They walk home.', ['they']],
    ['after a contracted subject', "We've seen birds.", ["we've"]],
    ['inside a noun phrase', 'Dogs chase the very old cats.', ['the', 'very']],
    ['inside an infinitive', 'Dogs want to sleep.', ['to']],
    ['before an auxiliary', 'Dogs can swim.', ['dogs']],
    ['before a form of be', 'Dogs were barking.', ['dogs']],
    ['before a form of have', 'Dogs have barked.', ['dogs']],
    ['between a possible subject and an adverb', 'You often sleep.', ['you']],
  ])('%s', (_, text, words) => {
    expect(unbreakableIn(text)).toEqual(words)
  })

  test('inside of what is written as one word', () => {
    expect(unbreakableIn('Pay $25 today.')).toContain('twenty')
    expect(unbreakableIn('Pay $25 today.')).not.toContain('dollars')
  })

  test('after the last word', () => {
    const { words } = analyzeEnglish('Dogs bark.').sentences[0]!
    expect(isUnbreakable(words, words.length - 1)).toBe(true)
  })
})

describe('one may breathe', () => {
  test.each([
    ['after a noun', 'Dogs bark loudly today.'],
    ['before being, which is a noun phrase here', 'Dogs dislike being cold.'],
    ['before having', 'Dogs dislike having baths.'],
  ])('%s', (_, text) => {
    expect(unbreakableIn(text)).toEqual([])
  })

  test('after a possible subject that is an object', () => {
    expect(unbreakableIn('Dogs like you today.')).not.toContain('you')
  })
})
