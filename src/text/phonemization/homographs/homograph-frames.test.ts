import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createLexicon } from '../lexicon/lexicon.ts'
import {
  comparesVerbs,
  endsReceiver,
  findCauser,
  followsFronting,
  followsHeldObject,
  followsPast,
  leadsRelativeClause,
} from './homograph-frames.ts'
import { listReadings } from './list-readings.ts'
import { findMarkedHomograph } from './sentences/find-homograph.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))

test.each([
  ['Let both eyes [close] now.', 'let'],
  ['Let the oil and the water [separate].', 'let'],
  ['Help your child [read] it.', 'make'],
  ['Have a friend [read] it.', 'have'],
  ['I heard her [read] it.', 'see'],
  ['Let your [close] friends know.', ''],
  ['Have your lawyer check the [contract].', ''],
  ['Let the cat out, then [close] the door.', ''],
  ['We [read] it.', ''],
])('finds the verb whose object ends before the homograph in "%s": "%s"', (marked, causer) => {
  const { sentence, index } = findMarkedHomograph(marked, lexicon)
  expect(findCauser(sentence, index)).toBe(causer)
})

test.each([
  ['Before you sign, [read] it.', true],
  ['For the next minute, [alternate] legs.', true],
  ['To keep it, [export] it.', true],
  ['He sat down, [read] it and left.', false],
  ['Before you [read] it, sign.', false],
])('knows whether a phrase put first is before the homograph in "%s": %s', (marked, is) => {
  const { sentence, index } = findMarkedHomograph(marked, lexicon)
  expect(followsFronting(sentence, index)).toBe(is)
})

test.each([
  ['Hold the box [close].', true],
  ['Keep me [close].', true],
  ['Hold on, [close] the door.', false],
  ['Pull the lever and then [close] it.', false],
])('knows whether an object of holding ends before the homograph in "%s": %s', (marked, is) => {
  const { sentence, index } = findMarkedHomograph(marked, lexicon)
  expect(followsHeldObject(sentence, index)).toBe(is)
})

test.each([
  ['It gives data [subjects] the right to see it.', true],
  ['It gives [subjects] a choice.', false],
  ['The test [subjects] the metal to heat.', false],
])('knows whether the receiver of something ends at the homograph in "%s": %s', (marked, is) => {
  const { sentence, index } = findMarkedHomograph(marked, lexicon)
  expect(endsReceiver(sentence, index)).toBe(is)
})

test.each([
  ['Plants do more than [produce] oxygen.', true],
  ['It would rather collapse than [contract].', true],
  ['Rather than [produce] heat, it cools.', true],
  ['Nothing is fresher than [produce] from the garden.', false],
  ['A word is less than a [contract].', false],
])('knows whether "than" compares verbs in "%s": %s', (marked, is) => {
  const { sentence, index } = findMarkedHomograph(marked, lexicon)
  expect(comparesVerbs(sentence, index)).toBe(is)
})

test.each([
  ['He sat down, [read] his notes and left.', true],
  ['She put on a hat, [wound] her watch and left.', true],
  ['They were tired, [read] a page and slept.', true],
  ['Sit down, [read] your notes and rest.', false],
  ['He sits down, [read] his notes.', false],
])('knows whether the verb before the homograph is in the past in "%s": %s', (marked, is) => {
  const { sentence, index } = findMarkedHomograph(marked, lexicon)
  expect(followsPast(sentence, index)).toBe(is)
})

test.each([
  ['that', 'is', true],
  ['which', 'belongs', true],
  ['that', 'the', false],
  ['and', 'is', false],
])('knows whether "%s %s" begins a relative clause: %s', (next, afterNext, is) => {
  expect(leadsRelativeClause(next, afterNext)).toBe(is)
})

describe('listReadings', () => {
  const groupsOf = (word: string) =>
    listReadings(word, lexicon.homographOf(word)!).map(({ grammarGroups }) => grammarGroups.slice(0, 2))

  test('judges a word in -ss as a bare form, and a plural as a form in -s', () => {
    expect(groupsOf('progress')).toEqual(groupsOf('project'))
    expect(groupsOf('projects')).not.toEqual(groupsOf('project'))
  })
})
