import { expect, test } from 'vitest'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'
import { findAsides } from './find-asides.ts'

test.each([
  ['The dog (a big one, they say) barked.', '..bbbbb.'],
  ['He wrote "good work" on it.', '..qq..'],
  ['“Good work,” he wrote.', 'qq..'],
  ['A ) stray bracket, and an unclosed (one here.', '........'],
  ['<tempo value="0.9">No quotation here</tempo> at all.', '.....'],
  ['An odd " mark here.\n\nA "new" paragraph.', '.....q.'],
])('finds what is set off in %j', (text, expected) => {
  const signs = findAsides(analyzeEnglish(text).words, text).map((aside) => (aside === 'none' ? '.' : aside[0]))
  expect(signs.join('')).toBe(expected)
})
