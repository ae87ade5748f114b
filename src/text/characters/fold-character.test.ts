import { expect, test } from 'vitest'
import { foldCharacter } from './fold-character.ts'

test.each([
  ['é', 'e'],
  ['Å', 'A'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['ﬁ', 'fi'],
  ['Ａ', 'A'],
  ['①', '1'],
  ['𝐇', 'H'],
  ['₂', '2'],
  ['²', '²'],
  ['½', '½'],
  ['ά', 'α'],
  ['’', "'"],
  ['”', '"'],
  ['—', '—'],
  ['℃', '°C'],
  ['™', ''],
  ['\u00a0', ' '],
  ['\u2028', '\n'],
  ['\u200d', ''],
  ['\ufe0f', ''],
  ['\u0301', ''],
  ['😀', ' '],
  ['★', ' '],
  ['。', '.'],
])('%j counts as %j', (character, folded) => {
  expect(foldCharacter(character)).toBe(folded)
})

test.each(['Ж', '世', 'م', 'न', '한', 'א', 'あ', '\ud800', '\ue000', '\uffff', '\u0080', '\u0378', '\ufffd'])(
  '%j cannot be spoken',
  (character) => {
    expect(foldCharacter(character)).toBeUndefined()
  },
)
