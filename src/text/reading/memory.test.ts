import { expect, test } from 'vitest'
import { normalizeSource, spokenWords } from '../../../test/support/normalize-source.ts'
import { NOTHING_SETTLED, remember, scoreByMemory } from './memory.ts'

const say = (text: string, locale = 'en_US') =>
  spokenWords(normalizeSource(text, { locale }))
    .map((word) => word.text)
    .join(' ')

test('a date that has one order only settles the order of later ones', () => {
  const later = 'The report is due on 3/5.'
  expect(say(`We met on 25/12. ${later}`)).toContain('due on may third')
  expect(say(`We met on 12/25. ${later}`)).toContain('due on march fifth')
  expect(say(later, 'en_GB')).toContain('due on the third of may')
})

test('the order of dates is remembered over sentences without one', () => {
  expect(say('We met on 25/12. It rained all day. Nobody came. The trial begins on 3/5.')).toContain('on may third')
})

const dates = [
  { class: 'date', fields: { first: '3', second: '5' } },
  { class: 'other date', fields: { first: '3', second: '5' } },
  { class: 'fraction', fields: { first: '3', second: '5' } },
]

test('memory changes which of two dates is meant, and not whether it is a date', () => {
  const memory = { ...NOTHING_SETTLED, daysFirst: true }
  const options = { grammar: 'slash', memory, locale: 'en_US' } as const
  expect(scoreByMemory(dates, [3, 1, 2], options)).toEqual([1, 3, 2])
  expect(scoreByMemory(dates, [1, 3, 2], options)).toEqual([1, 3, 2])
  expect(scoreByMemory(dates, [3, 1, 5], options)).toEqual([1, 3, 5])
  expect(scoreByMemory(dates, [3, 1, 2], { ...options, locale: 'en_GB' })).toEqual([3, 1, 2])
})

test('a class that was chosen without doubt is a little likelier the next time, until another is', () => {
  const decide = (name: string, margin: number) => {
    const chosen = { class: name, fields: { first: '3', second: '1' } }
    return { wording: [], grammar: 'hyphen', chosen, margin, isGuess: false }
  }
  const after = (...decisions: readonly ReturnType<typeof decide>[]) =>
    decisions.reduce((memory, one) => remember(memory, [], [one]), NOTHING_SETTLED).classes
  expect(after(decide('nil', 3))).toEqual({ hyphen: 'nil' })
  expect(after(decide('nil', 3), decide('to', 1))).toEqual({ hyphen: 'nil' })
  expect(after(decide('nil', 3), decide('to', 5))).toEqual({ hyphen: 'to' })
})

test('a price without a sign is in the currency that was named last', () => {
  expect(say('The ticket was £4. The sandwich came to 3.49 with tax.')).toMatch(
    /three (?:pounds and forty nine pence|forty nine|point)/,
  )
  expect(say('The ticket was £4. The sandwich came to 3.49 with tax.')).not.toContain('dollars')
})
