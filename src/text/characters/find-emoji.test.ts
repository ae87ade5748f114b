import { describe, expect, test } from 'vitest'
import names from '../../../data/emoji/en.json' with { type: 'json' }
import { normalizeSource } from '../../../test/support/normalize-source.ts'
import { findEmoji } from './find-emoji.ts'

describe('findEmoji', () => {
  test.each([
    ['👍', 'thumbs up', 2],
    ['👍🏽', 'thumbs up', 4],
    ['❤️', 'heart', 2],
    ['❤', 'heart', 1],
    ['🇫🇷', 'france flag', 4],
    ['👩‍💻', 'woman technologist', 5],
    ['👨‍👩‍👧', 'family', 8],
    ['★★★☆☆', 'three out of five stars', 5],
    ['⭐⭐', 'two stars', 2],
  ])('%s is %s', (text, name, length) => {
    expect(findEmoji(`${text}!`, 0)).toEqual({ name, length })
  })

  test.each(['a', '1️⃣', '™', '→', '★', '♪', '猫', '🇽'])('%s is none', (text) => {
    expect(findEmoji(text, 0)).toBeUndefined()
  })

  test('every name consists of words and names of letters', () => {
    const odd = Object.values(names).filter((name) => !/^(?:[A-Z]|[a-z']+)(?: (?:[A-Z]|[a-z']+))*$/.test(name))
    expect(odd).toEqual([])
  })
})

describe('emoji in a text', () => {
  test('a decoration is a warning with its place', () => {
    expect(normalizeSource('See you tonight 🎂').warnings).toEqual([
      'Emoji "birthday cake" is not said, because it decorates the text: at offset 16',
    ])
  })

  test('many decorations are counted', () => {
    const warnings = normalizeSource('Buy now. 🔥\n'.repeat(14)).warnings ?? []
    expect(warnings.length).toBe(11)
    expect(warnings.at(-1)).toBe('4 more emoji are not said, because they decorate the text')
  })

  test('a repeated emoji is said once, with the place of the first', () => {
    const { words, sentences, warnings } = normalizeSource('so 😂😂😂 funny')
    expect(sentences.flatMap((sentence) => sentence.words.map(({ text }) => text))).toEqual(
      'so tears of joy funny'.split(' '),
    )
    expect(words.map(({ text, start }) => [text, start])).toEqual([
      ['so', 0],
      ['😂', 3],
      ['funny', 10],
    ])
    expect(warnings).toEqual([])
  })
})
