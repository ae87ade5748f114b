import { expect, test } from 'vitest'
import { countWordErrors } from './count-word-errors.ts'

test.each([
  ['four hours of work', 'four hours of work', { substituted: 0, missed: 0, added: 0 }],
  ['the salt breeze came', 'salt breeze game', { substituted: 1, missed: 1, added: 0 }],
  ['kick the ball', 'kick a the ball full', { substituted: 0, missed: 0, added: 2 }],
  ['two fish', 'to fish', { substituted: 0, missed: 0, added: 0 }],
  ['well', '', { substituted: 0, missed: 1, added: 0 }],
])('"%s" heard as "%s"', (said, heard, errors) => {
  const words = (text: string) => text.split(' ').filter((word) => word !== '')
  expect(countWordErrors(words(said), words(heard))).toEqual(errors)
})
