import { describe, expect, test } from 'vitest'
import { normalizeSource, spokenWords } from '../../../test/support/normalize-source.ts'
import { CODES_WITH_OTHER_SENSES, CURRENCIES, CURRENCY_SIGNS, MARKERS_BEFORE, MARKERS_BEHIND } from './currencies.ts'

/** What is said of a sum in a sentence. */
function said(sum: string): string {
  const words = spokenWords(normalizeSource(`It cost ${sum} there.`)).map(({ text }) => text)
  return words.slice(2, -1).join(' ')
}

const spoken = (words: string): string => words.toLowerCase()

test('no sign, code or abbreviation means two currencies', () => {
  expect(CURRENCIES.size).toBe(MARKERS_BEFORE.length)
})

/** Written forms of a sum whose marker comes first, and their spoken forms: `#` is the plural of the unit, `@` the singular. */
const BEFORE_FORMS: readonly (readonly [string, string])[] = [
  ['X1,234', 'one thousand two hundred thirty four #'],
  ['X1,00,000', 'one lakh #'],
  ['X12,50,000', 'twelve lakh fifty thousand #'],
  ['X2.5m', 'two point five million #'],
  ['X25k', 'twenty five thousand #'],
  ['X3bn', 'three billion #'],
  ['X5 million', 'five million #'],
  ['X2,500-3,500', 'two thousand five hundred to three thousand five hundred #'],
  ['X5.5-7.5 million', 'five point five to seven point five million #'],
]
const PLAIN_FORMS: readonly (readonly [string, string])[] = [
  ['X25', 'twenty five #'],
  ['X1', 'one @'],
  ['X5-10', 'five to ten #'],
  ['X5–10', 'five to ten #'],
  ['X5-7 million', 'five to seven million #'],
  ['X5-X7 million', 'five to seven million #'],
]
const SPACED_FORMS: readonly (readonly [string, string])[] = [
  ['X 1,234', 'one thousand two hundred thirty four #'],
  ['X 1,00,000', 'one lakh #'],
  ['X 5 million', 'five million #'],
]
const SPACED_PLAIN_FORMS: readonly (readonly [string, string])[] = [
  ['X 25', 'twenty five #'],
  ['X 5-10', 'five to ten #'],
  ['X 5-7 million', 'five to seven million #'],
]
const BEHIND_FORMS: readonly (readonly [string, string])[] = [
  ['1,234 X', 'one thousand two hundred thirty four #'],
  ['1,00,000 X', 'one lakh #'],
  ['25 X', 'twenty five #'],
]
const CODE_BEHIND_FORMS: readonly (readonly [string, string])[] = [
  ['5-10 X', 'five to ten #'],
  ['5 million X', 'five million #'],
  ['5-7 million X', 'five to seven million #'],
]

type Form = readonly [string, string]

/** What is said of each form with a marker, and what should be. */
function compare(forms: readonly Form[], marker: string): { readonly read: object; readonly expected: object } {
  const { one, many } = CURRENCIES.get(marker)!
  const rows = forms.map(([form, words]) => {
    const sum = form.replaceAll('X', marker)
    return { sum, read: said(sum), expected: spoken(words.replace('#', many).replace('@', one)) }
  })
  return {
    read: Object.fromEntries(rows.map(({ sum, read }) => [sum, read])),
    expected: Object.fromEntries(rows.map(({ sum, expected }) => [sum, expected])),
  }
}

const isCode = (marker: string): boolean => /^[A-Z]{3}$/.test(marker)

describe.each(MARKERS_BEFORE)('%s before a figure', (marker) => {
  test('is read in every form', () => {
    const isName = CODES_WITH_OTHER_SENSES.has(marker)
    const plain = isName ? [] : PLAIN_FORMS
    const spaced = isCode(marker) ? [...SPACED_FORMS, ...(isName ? [] : SPACED_PLAIN_FORMS)] : []
    const { read, expected } = compare([...BEFORE_FORMS, ...plain, ...spaced], marker)
    expect(read).toEqual(expected)
  })

  test('is read with its hundredth', () => {
    const { many, cents } = CURRENCIES.get(marker)!
    const words = cents === undefined ? `twenty five point five zero ${many}` : `twenty five ${many} fifty ${cents}`
    expect(said(`${marker}25.50`)).toBe(spoken(words))
  })
})

test.each(MARKERS_BEHIND)('%s behind a figure is read in every form', (marker) => {
  const glued: readonly Form[] = CODES_WITH_OTHER_SENSES.has(marker) ? [] : [['25X', 'twenty five #']]
  const { read, expected } = compare([...BEHIND_FORMS, ...glued, ...(isCode(marker) ? CODE_BEHIND_FORMS : [])], marker)
  expect(read).toEqual(expected)
})

test('codes that are names too are money only beside a sum', () => {
  expect(said('COP27')).not.toContain('peso')
  expect(said('COP 27')).not.toContain('peso')
  expect(said('COP 2,500')).toContain('peso')
})

const OTHER_SIGNS = Array.from({ length: 0x3_0000 }, (_, code) =>
  code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code),
).filter((character) => /^\p{Sc}$/u.test(character) && !CURRENCY_SIGNS.includes(character))

test('every other sign of a currency is read, or named in a warning', () => {
  expect(OTHER_SIGNS.length).toBeGreaterThan(10)
  for (const sign of OTHER_SIGNS) {
    const { warnings = [] } = normalizeSource(`It cost ${sign}25 there.`)
    const isRead = said(`${sign}25`) !== 'twenty five'
    expect(isRead || warnings.some((warning) => warning.includes(`"${sign}"`)), sign).toBe(true)
  }
})
