import { expect, test } from 'vitest'
import { readPatience, readPreferences } from './preferences.ts'

test.each([
  ['respond-async', [['respond-async', '']]],
  [
    'Respond-Async, wait=5',
    [
      ['respond-async', ''],
      ['wait', '5'],
    ],
  ],
  ['wait = "10"; foo=1, wait=2', [['wait', '10']]],
  ['  ,, handling=lenient ;x', [['handling', 'lenient']]],
  [undefined, []],
])('the preferences of "%s"', (prefer, expected) => {
  expect([...readPreferences({ headers: { prefer } })]).toEqual(expected)
})

test.each([
  ['wait=0', 0, 'wait=0'],
  ['respond-async, wait=007', 7000, 'wait=7'],
  ['wait=-1', undefined, undefined],
  ['wait=1.5', undefined, undefined],
  ['wait', undefined, undefined],
])('how long a caller with "%s" is ready to wait', (prefer, expected, applied) => {
  const headers: Record<string, string> = {}
  const reply = {
    header(name: string, value: string) {
      headers[name] = value
      return reply
    },
  }
  expect(readPatience({ headers: { prefer } }, reply as never)).toBe(expected)
  expect(headers['preference-applied']).toBe(applied)
})
