import { describe, expect, test } from 'vitest'
import { lexicon } from '../../../../../test/support/everyday-sentences.ts'
import { splitJoinedWords } from './split-joined-words.ts'

const split = (name: string): string | undefined => splitJoinedWords(name, (word) => lexicon.has(word))

describe('splitJoinedWords', () => {
  test.each([
    ['lostandfound', 'lost and found'],
    ['metrotransit', 'metro transit'],
    ['thewhitehart', 'the white hart'],
    ['moneysavingexpert', 'money saving expert'],
    ['lakesidepta', 'lakeside P T A'],
  ])('reads %s as %s', (name, words) => {
    expect(split(name)).toBe(words)
  })

  test.each(['zapier', 'figma', 'stateu', 'github'])('leaves %s whole', (name) => {
    expect(split(name)).toBeUndefined()
  })

  test('leaves a very long row of letters whole', () => {
    expect(split('word'.repeat(50))).toBeUndefined()
  })
})
