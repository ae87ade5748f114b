import { defineGrammar } from '../../define-grammar.ts'
import { findMonthAndDay, isDay, isMonth, isUsualDate } from '../date/order.ts'
import { keepApart } from '../keep-apart.ts'
import { HYPHEN, HYPHENS } from './say.ts'

/** An hour of the day and its minutes. */
const HOUR = /^(?:[01]\d|2[0-3])[0-5]\d$/

/** `10-2` is a range, a score, a record, a vote, a subtraction, a code or a date. */
export const hyphenGrammar = defineGrammar({
  name: 'hyphen',
  sayings: HYPHEN,
  safest: 'apart',
  findShape: (written, locale) => {
    const [, first, second] = /^(\d{1,9})[-–](\d{1,9})$/.exec(written) ?? []
    if (first === undefined || second === undefined) return undefined
    const fields = { first, second }
    const isLed = /^0\d/.test(first) || /^0\d/.test(second)
    const classes: (keyof typeof HYPHEN)[] = isLed
      ? ['digits', 'pairs']
      : first.length > 5 || second.length > 5
        ? ['digits', 'digits to', 'to']
        : ['to', 'and', 'minus', 'apart', 'for', 'of', 'dash', 'digits', 'pairs']
    if (first.length > 1 || second.length > 1) classes.push('pairs and digits')
    if (first.length > 2 && second.length > 2) classes.push('pairs to', 'pairs and')
    if (/^(?:1[1-9]|20)\d\d$/.test(first) && (second.length === 4 || second.length === 2))
      classes.push('years', 'season')
    if (/^(?:1[1-9]|20)\d\d$/.test(first) && second.length === 4) classes.push('years minus')
    if (first === '0' || second === '0') classes.push('nil', 'nothing', 'to nothing', 'oh', 'and oh', 'love')
    if (completes(first, second)) classes.push('to, in full')
    if (HOUR.test(first) && HOUR.test(second)) classes.push('hours')
    if (first === second) classes.push('all')
    if (isUsualDate(locale, first, second)) classes.push('date')
    return { fields, classes: keepApart(classes, [first, second]) }
  },
})

/** `40-3` may be pages 40 to 43: of the last only the figures that change are written. */
function completes(first: string, last: string): boolean {
  return last.length < first.length && first.slice(0, -last.length) + last > first
}

/** `4-4-2`, `0161-496-0158`, `05-12-2023`. */
export const hyphensGrammar = defineGrammar({
  name: 'hyphens',
  sayings: HYPHENS,
  safest: 'digits',
  findShape: (written, locale) => {
    if (!/^\d{1,10}(?:[-–]\d{1,10}){2,6}$/.test(written)) return undefined
    const figures = written.replaceAll('–', '-')
    const classes: (keyof typeof HYPHENS)[] = ['digits', 'pairs', 'dash']
    if (!/(?:^|-)0\d/.test(figures)) classes.push('apart', 'last with and', 'minus')
    const [first = '', second = '', third = '', fourth] = figures.split('-')
    if (fourth === undefined && third.length === 4 && findMonthAndDay(locale, first, second) !== undefined)
      classes.push('date')
    if (fourth === undefined && first.length === 4 && isMonth(second) && isDay(third))
      classes.push('date from the year')
    return { fields: { figures }, classes }
  },
})
