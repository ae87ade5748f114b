import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createLexicon } from '../lexicon/lexicon.ts'
import { findMarkedHomograph } from './sentences/find-homograph.ts'
import { findUseOfUsed } from './used-to.ts'

const lexicon = createLexicon(readFileSync('data/lexicon/en-us.bin'))

test.each([
  ['It is [used] to cut wood.', 'purpose'],
  ['What is it [used] to make?', 'purpose'],
  ['The method [used] to date the bones was new.', 'purpose'],
  ['He studied the pigments [used] to paint the ceiling.', 'purpose'],
  ['A device [used] to measure heat.', 'purpose'],
  ['The vase, [used] to store oil, is old.', 'purpose'],
  ['The tools we [used] to cut it are lost.', 'purpose'],
  ['It holds an enzyme commonly [used] to soften leather.', 'purpose'],
  ['She [used] to-do lists.', 'purpose'],
  ['He [used] to smoke.', 'habit'],
  ['The songs we [used] to sing are lost.', 'habit'],
  ['We are [used] to city life.', 'habit'],
  ['Bats are [used] to hunting.', 'habit'],
  ['Is your dog [used] to children?', 'habit'],
  ['My father [used] to grow corn.', 'habit'],
  ['She told me the shop [used] to open at dawn.', 'habit'],
  ['The song he wrote [used] to play at noon.', 'habit'],
  ['The bus [used] to turn here to the left.', 'habit'],
  ['The tool [used] to be mine.', 'habit'],
  ['Hemp is grown and [used] to make rope.', undefined],
  ['We [used] the oven.', undefined],
])('finds what "used to" means in "%s": %s', (marked, use) => {
  const { sentence, index } = findMarkedHomograph(marked, lexicon)
  expect(findUseOfUsed(sentence, index)).toBe(use)
})
