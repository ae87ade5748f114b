import { expect, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { checkReplacement } from './check-replacement.ts'

test.each(['TUH-puhl', '::TUH-puhl::', ' ::TUH-puhl:: ', 'NOO YORK', '::NOO:: ::YORK::', '::NOO YORK::'])(
  'the phonetic text %j can be stored',
  (replacementText) => {
    expect(() => checkReplacement({ original: 'x', replacementText, isPhoneticRespelling: true })).not.toThrow()
  },
)

test('a plain text may look like anything', () => {
  const replacementText = '<tempo> ::x:: & 1'
  expect(() => checkReplacement({ original: '&', replacementText, isPhoneticRespelling: false })).not.toThrow()
})

test.each([
  ['', 'x', false, 'MISSING_ARGUMENT', 'original is empty'],
  [' \n', 'x', false, 'MISSING_ARGUMENT', 'original is empty'],
  ['x', ' ', false, 'MISSING_ARGUMENT', 'replacement_text is empty'],
  ['x', '', true, 'MISSING_ARGUMENT', 'replacement_text is empty'],
  ['x', 'tuple', true, 'INVALID_TEXT', 'no syllable is in capitals'],
  ['x', 'NOO yo3k', true, 'INVALID_TEXT', '(at offset 6)'],
  ['x', ' ::NOO:: ::Y3::', true, 'INVALID_TEXT', '(at offset 12)'],
  ['x', '::::', true, 'INVALID_TEXT', 'empty'],
  ['x', ':: ::', true, 'INVALID_TEXT', 'empty'],
  ['x', '::NOO', true, 'INVALID_TEXT', '":" is neither'],
] as const)('%j -> %j (phonetic: %s) gives %s', (original, replacementText, isPhoneticRespelling, code, problem) => {
  const check = (): void => checkReplacement({ original, replacementText, isPhoneticRespelling })
  expect(check).toThrow(ServiceError)
  expect(check).toThrow(expect.objectContaining({ code }))
  expect(check).toThrow(problem)
})
