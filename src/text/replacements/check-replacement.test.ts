import { expect, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { checkReplacement } from './check-replacement.ts'

test.each(['TUH-puhl', '::TUH-puhl::', ' ::TUH-puhl:: ', 'NOO YORK', '::NOO:: ::YORK::', '::NOO YORK::'])(
  'the phonetic text %j can be stored',
  (replacementText) => {
    expect(() => checkReplacement({ original: 'x', replacementText, isPhoneticRespelling: true })).not.toThrow()
  },
)

test('an original may hold characters that no voice reads', () => {
  expect(() =>
    checkReplacement({ original: '世界', replacementText: 'world', isPhoneticRespelling: false }),
  ).not.toThrow()
})

test('a plain text may look like anything', () => {
  const replacementText = '<tempo> ::x:: & 1'
  expect(() => checkReplacement({ original: '&', replacementText, isPhoneticRespelling: false })).not.toThrow()
})

const plain = { original: 'x', replacementText: 'y', isPhoneticRespelling: false }
const phonetic = { ...plain, isPhoneticRespelling: true }

test.each([
  [{ ...plain, original: '' }, 'MISSING_ARGUMENT', 'original is empty'],
  [{ ...plain, original: ' \n' }, 'MISSING_ARGUMENT', 'original is empty'],
  [{ ...plain, replacementText: ' ' }, 'MISSING_ARGUMENT', 'replacement_text is empty'],
  [{ ...plain, replacementText: 'a мир' }, 'INVALID_TEXT', 'no voice reads the character U+043C (at offset 2)'],
  [{ ...plain, replacementText: 'a\u0000' }, 'INVALID_TEXT', 'U+0000 (at offset 1)'],
  [{ ...phonetic, replacementText: '' }, 'MISSING_ARGUMENT', 'replacement_text is empty'],
  [{ ...phonetic, replacementText: 'tuple' }, 'INVALID_TEXT', 'no syllable is in capitals'],
  [{ ...phonetic, replacementText: 'NOO yo3k' }, 'INVALID_TEXT', '(at offset 6)'],
  [{ ...phonetic, replacementText: ' ::NOO:: ::Y3::' }, 'INVALID_TEXT', '(at offset 12)'],
  [{ ...phonetic, replacementText: '::::' }, 'INVALID_TEXT', 'empty'],
  [{ ...phonetic, replacementText: ':: ::' }, 'INVALID_TEXT', 'empty'],
  [{ ...phonetic, replacementText: '::NOO' }, 'INVALID_TEXT', '":" is neither'],
])('%j gives %s', (replacement, code, problem) => {
  const check = (): void => checkReplacement(replacement)
  expect(check).toThrow(ServiceError)
  expect(check).toThrow(expect.objectContaining({ code }))
  expect(check).toThrow(problem)
})
