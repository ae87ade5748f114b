import { hasTrait } from '../../../english/dialects.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { findMonthAndDay, hasTwoOrders, isMonth, isUsualDate } from '../date/order.ts'
import { keepApart } from '../keep-apart.ts'
import { PERIODS, SLASH, SLASHES } from './say.ts'

/** Part of an inch, and how many threads an inch has; or from a fraction to a number. */
const THREAD = /^(\d{1,2})\/(2|4|8|16|32)-(\d{1,2})$/

/** `3/5` is a date, a fraction, a mark, odds, a ratio, a bar of music or a house; `1/4-20` a bolt. */
export const slashGrammar = defineGrammar({
  name: 'slash',
  sayings: SLASH,
  safest: 'apart',
  findShape: (written, locale) => {
    const [, part, whole, threads] = THREAD.exec(written) ?? []
    if (threads !== undefined)
      return { fields: { first: part!, second: whole!, third: threads }, classes: ['thread', 'fraction to'] }
    const [, first, second] = /^(\d{1,4})\/(\d{1,4})$/.exec(written) ?? []
    if (first === undefined || second === undefined) return undefined
    const classes: (keyof typeof SLASH)[] = []
    if (isFraction(Number(first), Number(second))) classes.push('fraction', 'fraction, describing')
    if (isUsualDate(locale, first, second)) classes.push('date')
    classes.push('over', 'out of', 'of', 'to', 'slash', 'for', 'and', 'apart')
    if (first === '1') classes.push('in')
    if (Number(second) === Number(first) + 1) classes.push('or')
    if (first.length > 2) classes.push('slash in pairs')
    if (first.length === 3 && second.length > 1) classes.push('over in pairs')
    if (isUsualDate(locale, second, first) && first !== second) classes.push('other date')
    if (isMonth(first) && /^(?:\d\d|(?:19|20)\d\d)$/.test(second)) classes.push('month and year')
    if (hasTrait(locale, 'prescriptions') && PERIODS[second] !== undefined) classes.push('prescribed')
    if (first === '1' && second === '2') classes.push('half')
    if (first === '1' && second.length > 2) classes.push('fraction in pairs')
    if (Number(second) > 2 && Number(second) <= 16 && Number(first) > Number(second)) classes.push('parts')
    if (/^(?:1[1-9]|20)\d\d$/.test(first) && second.length % 2 === 0) classes.push('season', 'years')
    return { fields: { first, second }, classes: keepApart(classes, [first, second]) }
  },
})

/** `3/5/24` is a date, or three figures in a row. */
export const slashesGrammar = defineGrammar({
  name: 'slashes',
  sayings: SLASHES,
  safest: 'apart',
  findShape: (written, locale) => {
    const [, first, second, third] = /^(\d{1,3})\/(\d{1,3})\/(\d{1,4})$/.exec(written) ?? []
    if (first === undefined || second === undefined || third === undefined) return undefined
    const classes: (keyof typeof SLASHES)[] = ['apart', 'slash', 'pairs']
    const isYear = third.length % 2 === 0
    if (isYear && findMonthAndDay(locale, first, second) !== undefined) classes.push('date')
    if (isYear && hasTwoOrders(first, second)) classes.push('other date')
    return { fields: { first, second, third }, classes }
  },
})

/** Nobody says "forty six fiftieths". */
function isFraction(numerator: number, denominator: number): boolean {
  if (numerator === 0 || denominator < 2 || numerator === denominator || numerator > 9 * denominator) return false
  return denominator <= 12 || [16, 20, 25, 32, 50, 60, 64, 100, 1000].includes(denominator) || numerator === 1
}
