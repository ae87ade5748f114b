import { expect, test } from 'vitest'
import { USUAL } from '../question.ts'
import { abbreviationGrammar } from './abbreviation/grammar.ts'
import { findGrammar } from './find-grammar.ts'
import { GRAMMARS } from './grammars.ts'
import { groupsGrammar } from './groups/grammar.ts'
import { measureGrammar } from './measure/grammar.ts'
import { moneyGrammar } from './money/grammar.ts'

/** Each class that a form allows, and its words; a letter that is named is a capital. */
function readingsOf(written: string, locale = 'en_US'): Readonly<Record<string, string>> {
  const grammar = written.includes(' ')
    ? [groupsGrammar, moneyGrammar, measureGrammar].find((one) => one.propose(written, locale).length > 0)
    : (findGrammar(written, locale) ?? abbreviationGrammar)
  const candidates = grammar?.propose(written, locale) ?? []
  return Object.fromEntries(
    candidates.map((candidate) => [
      candidate.class,
      grammar!
        .say(candidate, locale)
        .map(({ text, sound }) => (sound === 'letter' ? text.toUpperCase() : text))
        .join(' '),
    ]),
  )
}

test.each([
  ['415', { cardinal: 'four hundred fifteen', pairs: 'four fifteen', digits: 'four one five' }],
  ['405', { cardinal: 'four hundred five', pairs: 'four oh five' }],
  ['0630', { pairs: 'oh six thirty', digits: 'zero six three zero' }],
  ['60493', { cardinal: 'sixty thousand four hundred ninety three', digits: 'six zero four nine three' }],
  ['3/5', { date: 'march fifth', 'other date': 'may third', fraction: 'three fifths', to: 'three to five' }],
  ['130/80', { over: 'one hundred thirty over eighty', 'over in pairs': 'one thirty over eighty' }],
  ['03/2026', { 'month and year': 'march twenty twenty six' }],
  ['3/5/24', { date: 'march fifth twenty twenty four', 'other date': 'may third twenty twenty four' }],
  ['10-2', { to: 'ten to two', and: 'ten and two', minus: 'ten minus two', date: 'october second' }],
  ['3-0', { nil: 'three nil', nothing: 'three nothing', love: 'three love', 'and oh': 'three and oh' }],
  ['2-2', { all: 'two all' }],
  ['1914–18', { years: 'nineteen fourteen to eighteen' }],
  ['4-4-2', { apart: 'four four two', 'last with and': 'four four and two' }],
  ['4:05', { clock: 'four oh five', 'minutes and seconds': 'four minutes and five seconds', to: 'four to five' }],
  ['1:05:30', { duration: 'one hour five minutes and thirty seconds' }],
  ['3.11', { decimal: 'three point one one', version: 'three point eleven', date: 'november third' }],
  ['2.75', { price: 'two dollars and seventy five cents', apart: 'two seventy five' }],
  ['.312', { decimal: 'point three one two', name: 'three twelve' }],
  ['15.7.2024', { 'day first': 'july fifteenth twenty twenty four' }],
  ['9.9m', { million: 'nine point nine million', meters: 'nine point nine meters', letters: 'nine point nine M' }],
  ['90s', { seconds: 'ninety seconds', plural: 'nineties' }],
  ['4TB', { unit: 'four terabytes', 'unit, describing': 'four terabyte' }],
  ['VII', { cardinal: 'seven', reign: 'the seventh', letters: 'V I I' }],
  ['US', { word: 'us', letters: 'U S' }],
  ['27L', { runway: 'two seven left', liters: 'twenty seven liters' }],
  ['$5', { sum: 'five dollars', 'sum, describing': 'five dollar', name: 'dollar five' }],
  ['$7.25', { sum: 'seven dollars twenty five cents', short: 'seven twenty five' }],
  ['(£4,500)', { sum: 'four thousand five hundred pounds', loss: 'minus four thousand five hundred pounds' }],
  ['£2.5 bn', { sum: 'two point five billion pounds', 'sum, describing': 'two point five billion pound' }],
  ['12 oz', { unit: 'twelve ounces', 'unit, describing': 'twelve ounce', letters: 'twelve O Z' }],
  ['5–7 kg', { unit: 'five to seven kilograms' }],
  ['5 pt', { pints: 'five pints', 'points, describing': 'five point', parts: 'five parts' }],
  ['3/4 in', { 'part of': 'three quarters of an inch', 'part, describing': 'three quarter inch' }],
  ['1 min', { minutes: 'one minute', minimum: 'one minimum' }],
  ['$30-50', { span: 'thirty to fifty dollars', 'span, describing': 'thirty to fifty dollar' }],
  ['£2–4 million', { span: 'two to four million pounds', 'span, describing': 'two to four million pound' }],
  ['$2.50/pt', { rate: 'two dollars fifty cents per pint', 'short rate': 'two fifty per pint' }],
  ['£20', { sum: 'twenty pounds', bill: 'twenty' }],
  ['1/4-20', { thread: 'one quarter twenty', 'fraction to': 'one quarter to twenty' }],
  ['5/6', { or: 'five or six', fraction: 'five sixths' }],
  ['12/7', { parts: 'twelve sevenths', over: 'twelve over seven' }],
  ['5h', { hours: 'five hours', 'of hearts': 'five of hearts' }],
  ['W6', { cardinal: 'W six', week: 'week six' }],
  ['T20', { cardinal: 'T twenty', treble: 'treble twenty' }],
  ['e4', { move: 'E four' }],
  ['Nf3', { move: 'knight F three' }],
  ['Bb7', { move: 'bishop B seven', note: 'B flat seven' }],
  ['p2', { stitches: 'purl two', page: 'page two' }],
  ['K2tog', { stitches: 'knit two together' }],
  ['?', { 'question mark': 'question mark' }],
  ['3x4', { by: 'three by four', times: 'three times four' }],
  ['8.5×11"', { by: 'eight point five by eleven inches', 'by, describing': 'eight point five by eleven inch' }],
  ['31/01/25', { date: 'january thirty first twenty twenty five' }],
  ['parent/guardian', { or: 'parent or guardian', and: 'parent and guardian', slash: 'parent slash guardian' }],
  ['MV/70219', { digits: 'M V seven zero two one nine', slash: 'M V slash seven zero two one nine' }],
  ['KR-661-70Z', { digits: 'K R six six one seven zero Z', pairs: 'K R six sixty one seventy Z' }],
  ['46/10728/19', { digits: 'four six one zero seven two eight one nine' }],
  ['R50', { rand: 'fifty rand', cardinal: 'R fifty' }],
  ['IIII', { cardinal: 'four' }],
  ['2B', { base: 'second base' }],
  ['100s', { many: 'hundreds' }],
  ['E', { even: 'even', short: 'east' }],
  ['%', { percent: 'percent', modulo: 'modulo' }],
  ['St.', { saint: 'saint', street: 'street', letters: 'S T' }],
  ['No.', { number: 'number', word: 'no' }],
  ['#', { number: 'number', hash: 'hash', pound: 'pound' }],
  ['-', { to: 'to', minus: 'minus' }],
  ['804 339', { digits: 'eight zero four three three nine', pairs: 'eight oh four three thirty nine' }],
])('%s allows %j', (written, readings) => {
  expect(readingsOf(written)).toMatchObject(readings)
})

test('dates and prices are those of the locale', () => {
  expect(readingsOf('3/5', 'en_GB')).toMatchObject({ date: 'the third of may', 'other date': 'the fifth of march' })
  expect(readingsOf('2.75', 'en_GB').price).toBe('two pounds and seventy five pence')
})

test.each(['30-6', '100–7', '20/4', '40.2', '30 6'])('the figures of %s are never said as one number', (written) => {
  const readings = Object.values(readingsOf(written))
  expect(readings.filter((one) => /^(?:thirty six|one hundred seven|twenty four|forty two)$/.test(one))).toEqual([])
})

test.each(['13/32', '46/50', '6/0'])('nobody says %s as parts of a whole or a day', (written) => {
  expect(readingsOf(written).date).toBeUndefined()
})

test.each(['42', '12a4b', 'word', 'ABCDEFG', '1/2/3/4', ''])('%j is for no grammar', (written) => {
  expect(readingsOf(written)).toEqual({})
})

test('each grammar says its safest class and has classes of its own', () => {
  for (const { classes, safest } of GRAMMARS) {
    expect([...classes, USUAL]).toContain(safest)
    expect(new Set(classes).size).toBe(classes.length)
  }
})
