import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseMarkup } from '../../markup/parse-markup.ts'
import { layOutRuns } from '../../markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../normalization/normalize-text.ts'
import { createTagger } from '../../tagging/tagger.ts'
import { createLexicon } from '../lexicon/lexicon.ts'
import { findClauseVerb } from './homograph-clause.ts'
import { HomographSentence } from './homograph-sentence.ts'
import { listReadings } from './list-readings.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))
const tagger = createTagger(readFileSync('data/tagging/en-us.bin'))

/** The sentence of a text, and the place of its word in brackets. */
function findMarked(marked: string): { sentence: HomographSentence; index: number } {
  const source = marked.replace(/[[\]]/g, '')
  const runs = layOutRuns(parseMarkup(source, { ssml: false }))
  const { words, sentences } = normalizeText(runs, { source, locale: 'en_US', isWord: (word) => lexicon.has(word) })
  const sentence = new HomographSentence(sentences[0]!.words, words, tagger)
  return { sentence, index: sentence.words.findIndex(({ source: at }) => words[at]!.start === marked.indexOf('[')) }
}

test.each([
  ['Before we left, he [read] it.', undefined, undefined],
  ['Birds that [live] here were seen.', undefined, 'were'],
  ['Does the store [close] early?', 'does', undefined],
  ['The tool [used] to cut it was lost.', undefined, 'was'],
])('finds the verbs of the same clause in "%s": %s, %s', (marked, left, right) => {
  const { sentence, index } = findMarked(marked)
  const findText = (step: 1 | -1) => sentence.words[findClauseVerb(sentence, index, step)]?.text
  expect([findText(-1), findText(1)]).toEqual([left, right])
})

describe('listReadings', () => {
  const groupsOf = (word: string) =>
    listReadings(word, lexicon.homographOf(word)!).map(({ grammarGroups }) => grammarGroups.slice(0, 2))

  test('judges a word in -ss as a bare form, and a plural as a form in -s', () => {
    expect(groupsOf('progress')).toEqual(groupsOf('project'))
    expect(groupsOf('projects')).not.toEqual(groupsOf('project'))
  })
})
