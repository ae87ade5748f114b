import { expect, test } from 'vitest'
import { parseDate, parseDay } from './parse-options.ts'

test.each([
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2027-01-31T09:30:00+02:00', '2027-01-31T07:30:00.000Z'],
])('the date %s is %s', (text, time) => {
  expect(new Date(parseDate(text)).toISOString()).toBe(time)
})

test.each(['2027-02-30', '2027-02-29', '2027-04-31', '2027-13-01', '2027-1-31', '5', 'soon', '2027-01-31T10:00', ''])(
  '%j is no date',
  (text) => {
    expect(() => parseDate(text)).toThrow('Expected a date such as 2027-01-31')
  },
)

test('a day that its month lacks is no day', () => {
  expect(parseDay('2026-03-14')).toBe('2026-03-14')
  for (const text of ['2026-02-30', '2026-03-14T00:00:00Z', '14.3.2026'])
    expect(() => parseDay(text), text).toThrow('Expected a day such as 2026-03-14')
})
