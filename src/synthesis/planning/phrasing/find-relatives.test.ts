import { expect, test } from 'vitest'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'
import { findRelatives } from './find-relatives.ts'

const commasOf = (text: string): string => {
  const words = analyzeEnglish(text).sentences[0]!.words
  return [...findRelatives(words)].map((at) => words[at]!.text).join(' ')
}

test.each([
  ['My sister, who lives in Boston, is a nurse.', 'sister boston'],
  ['My brother, who works at night, sleeps all day.', 'brother night'],
  ['She thanked the team, most of whom had stayed late, and left.', 'team late'],
  ['We drove to Lyon, where the old factory had stood, before noon.', 'lyon stood'],
  ['The plan, which nobody liked, was dropped.', 'plan liked'],
  ['He called the office, which was closed.', 'office'],
  ['Apples, pears, and plums were on the table.', ''],
  ['The man who came in was late, but nobody minded.', ''],
  ['In short, we know the people who did it.', ''],
])('%s', (text, expected) => {
  expect(commasOf(text)).toBe(expected)
})
