import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseMarkup } from '../../markup/parse-markup.ts'
import { layOutRuns } from '../../markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../normalization/normalize-text.ts'
import { createLexicon } from '../lexicon/lexicon.ts'
import { findCauser, findClauseVerb, findTenses, findTime } from './homograph-clause.ts'
import { HomographSentence } from './homograph-sentence.ts'
import { listReadings } from './list-readings.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))

/** The sentence of a text, and the place of its word in brackets. */
function findMarked(marked: string): { sentence: HomographSentence; index: number } {
  const source = marked.replace(/[[\]]/g, '')
  const runs = layOutRuns(parseMarkup(source, { ssml: false }))
  const { words, sentences } = normalizeText(runs, { source, locale: 'en_US', isWord: (word) => lexicon.has(word) })
  const sentence = new HomographSentence(sentences[0]!.words, words)
  return { sentence, index: sentence.words.findIndex(({ source: at }) => words[at]!.start === marked.indexOf('[')) }
}

test.each([
  ['Let both eyes [close] now.', 'let'],
  ['Let the oil and the water [separate].', 'let'],
  ['Help your child [read] it.', 'make'],
  ['Have a friend [read] it.', 'have'],
  ['I heard her [read] it.', 'see'],
  ['Hold the box [close].', 'hold'],
  ['Let your [close] friends know.', ''],
  ['Have your lawyer check the [contract].', ''],
  ['Let the cat out, then [close] the door.', ''],
  ['We [read] it.', ''],
])('finds the verb whose object ends before the homograph in "%s": "%s"', (marked, causer) => {
  const { sentence, index } = findMarked(marked)
  expect(findCauser(sentence, index)).toBe(causer)
})

test.each([
  ['Before we left, he [read] it.', '-', '-'],
  ['Birds that [live] here were seen.', '-', 'BE'],
  ['Does the store [close] early?', 'DO', '-'],
])('finds the verbs of the same clause in "%s": %s, %s', (marked, left, right) => {
  const { sentence, index } = findMarked(marked)
  expect([findClauseVerb(sentence, index, -1), findClauseVerb(sentence, index, 1)]).toEqual([left, right])
})

test.each([
  ['He sat down and [read] his notes.', 'd', 'none'],
  ['She is tired, [read] it to her.', 's', 'none'],
  ['We [read] it last week.', '', 'past'],
  ['We [read] a page every day.', '', 'habit'],
  ['We [read] the rest next week.', '', 'future'],
])('finds tense and time of "%s": %s, %s', (marked, tenses, time) => {
  const { sentence, index } = findMarked(marked)
  expect([findTenses(sentence, index), findTime(sentence.words, index)]).toEqual([tenses, time])
})

describe('listReadings', () => {
  const groupsOf = (word: string) =>
    listReadings(word, lexicon.homographOf(word)!).map(({ grammarGroups }) => grammarGroups.slice(0, 2))

  test('judges a word in -ss as a bare form, and a plural as a form in -s', () => {
    expect(groupsOf('progress')).toEqual(groupsOf('project'))
    expect(groupsOf('projects')).not.toEqual(groupsOf('project'))
  })
})
