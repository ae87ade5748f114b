import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLexicon } from '../lexicon/lexicon.ts'
import { checkSentences, type HomographSentence } from './sentences/check-sentences.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))

function check(name: string): readonly HomographSentence[] {
  return checkSentences(readFileSync(join(import.meta.dirname, 'sentences', name), 'utf8'), lexicon)
}

describe('resolveHomograph', () => {
  test.each(check('tuning.tsv'))('reads "$sentence" with $expected', ({ isRight }) => {
    expect(isRight).toBe(true)
  })

  test('reads at least 19 in 20 of the sentences that the rules were not made on', () => {
    const sentences = check('held-out.tsv')
    const wrong = sentences.filter(({ isRight }) => !isRight)
    expect(wrong.length / sentences.length).toBeLessThanOrEqual(0.05)
  })
})
