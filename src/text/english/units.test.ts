import { describe, expect, test } from 'vitest'
import { normalizeSource, spokenWords } from '../../../test/support/normalize-source.ts'
import { AMBIGUOUS_UNITS, findUnit, UNITS } from './units.ts'

function said(text: string): string {
  return spokenWords(normalizeSource(text))
    .map(({ text: word }) => word)
    .join(' ')
}

const spoken = (words: string): string => words.toLowerCase().replaceAll('-', ' ')
/** Forms that another unit has too: nautical miles, cloves, pints, points, karats. */
const SHARED = ['nm', 'cl', 'pt', 'pts', 'kt']
/** Units of letters alone that are no everyday words. */
const clear = [...UNITS].filter(
  ([form]) => /^[A-Za-zμ]{2,}$/.test(form) && !AMBIGUOUS_UNITS.has(form) && !SHARED.includes(form),
)

describe.each(clear)('%s', (form, { one, many }) => {
  test('right behind a figure and apart from it', () => {
    expect(said(`We saw 12${form} there.`)).toContain(`twelve ${spoken(many)}`)
    expect(said(`The result is 12 ${form}.`)).toContain(`twelve ${spoken(many)}`)
    expect(said(`The result is 2.5 ${form}.`)).toContain(`two point five ${spoken(many)}`)
  })

  test('the singular behind one, and below a slash', () => {
    expect(said(`We saw 1 ${form} there.`)).toContain(`one ${spoken(one)}`)
    expect(findUnit(`kg/${form}`)).toEqual({ one: `kilogram per ${one}`, many: `kilograms per ${one}` })
  })
})
