import { expect, test } from 'vitest'
import { analyzeEnglish } from '../../../../test/support/sentence-speaker.ts'

/** The marks after the spoken words, `.` for none. */
function marksOf(text: string): string {
  const words = analyzeEnglish(text).sentences.flatMap((sentence) => sentence.words)
  return words.map(({ text, boundary }) => text + (boundary?.mark ?? '')).join(' ')
}

test.each([
  ['My 401(k) grew.', 'my four oh one k grew.'],
  ['My 401(k), which grew.', 'my four oh one k, which grew.'],
  ['Delete the file(s) now.', 'delete the file s now.'],
  ['A dog (small and brown) barked.', 'a dog( small and brown) barked.'],
  ['A plan (my 401(k) plan) grew.', 'a plan( my four oh one k plan) grew.'],
])('%s', (text, expected) => {
  expect(marksOf(text)).toBe(expected)
})
