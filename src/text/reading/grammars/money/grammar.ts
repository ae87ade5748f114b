import { HAS_SIGN } from '../../../english/currency-pattern.ts'
import { findPer } from '../../../english/units.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { findSpan, findSum, MONEY } from './say.ts'

/** Dollars and cents, or pounds and pence. */
const SHORT_AMOUNT = /^[1-9]\d*\.\d\d$/

/** `$5` is five dollars, or the price of a `$5 bill`; `$7.25` may be said short, `$5-10` are two sums, and `$2` is a name in code. */
export const moneyGrammar = defineGrammar({
  name: 'money',
  sayings: MONEY,
  safest: 'sum',
  findShape: (written, locale) => {
    if (!HAS_SIGN.test(written) && !written.endsWith('¢')) return undefined
    const [price = '', thing] = written.split('/')
    if (thing !== undefined) {
      const sum = findPer(thing) === undefined ? undefined : findSum(price, locale)
      if (sum === undefined) return undefined
      const classes: (keyof typeof MONEY)[] = ['rate', 'rate, describing']
      if (SHORT_AMOUNT.test(sum.amount)) classes.push('short rate')
      return { fields: { written: price, thing }, classes }
    }
    if (findSpan(written, locale) !== undefined) return { fields: { written }, classes: ['span', 'span, describing'] }
    const isBracketed = written.startsWith('(')
    const money = findSum(isBracketed ? written.slice(1, -1) : written, locale)
    if (money === undefined) return undefined
    const classes: (keyof typeof MONEY)[] = ['sum', 'sum, describing']
    if (money.scale === undefined && SHORT_AMOUNT.test(money.amount)) classes.push('short')
    if (money.scale === undefined && /^\D[1-9]\d{0,2}$/.test(written)) classes.push('bill')
    if (/^\$\d{1,2}$/.test(written)) classes.push('name')
    if (isBracketed) classes.push('loss')
    return { fields: { written: isBracketed ? written.slice(1, -1) : written }, classes }
  },
})
