import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createHomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { createTagger } from '../../src/text/tagging/tagger.ts'
import { type CheckedSentence, checkSentences } from '../../training/homographs/check-sentences.ts'
import { LEARNED, OWN_SENTENCES } from '../../training/homographs/read-examples.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))
const model = createHomographModel(
  readFileSync('data/homographs/en-us.bin'),
  createTagger(readFileSync('data/tagging/en-us.bin')),
)

function check(name: string): readonly CheckedSentence[] {
  return checkSentences(readFileSync(join(OWN_SENTENCES, name), 'utf8'), { lexicon, model })
}

describe('resolveHomograph', () => {
  test.each(LEARNED.flatMap(check))('reads "$sentence" with $expected', (row) => {
    expect(row.isRight).toBe(true)
  })

  test.each([
    ['held-out.tsv', 0.98],
    ['everyday-held-out.tsv', 0.97],
    ['everyday-final.tsv', 0.97],
    ['everyday-second-final.tsv', 0.97],
    ['everyday-third-final.tsv', 0.96],
    ['everyday-fourth-final.tsv', 0.95],
    ['everyday-fifth-final.tsv', 0.97],
    ['everyday-sixth-final.tsv', 0.97],
    ['everyday-seventh-final.tsv', 0.97],
    ['everyday-eighth-final.tsv', 0.96],
    ['everyday-ninth-final.tsv', 0.97],
    ['everyday-tenth-final.tsv', 0.97],
    ['everyday-eleventh-final.tsv', 0.97],
    ['everyday-twelfth-final.tsv', 0.96],
    ['everyday-thirteenth-final.tsv', 0.97],
    ['everyday-fourteenth-final.tsv', 0.98],
    ['everyday-fifteenth-final.tsv', 0.98],
    ['everyday-sixteenth-final.tsv', 0.98],
    ['everyday-seventeenth-final.tsv', 0.99],
    ['everyday-eighteenth-final.tsv', 0.98],
    ['everyday-nineteenth-final.tsv', 0.97],
    ['everyday-twentieth-final.tsv', 0.95],
    ['everyday-twenty-first-final.tsv', 0.97],
  ])('reads %s, which neither rules nor model were made on, with a share right of at least %d', (name, least) => {
    const sentences = check(name)
    const right = sentences.filter(({ isRight }) => isRight)
    expect(right.length / sentences.length).toBeGreaterThanOrEqual(least)
  })
})
