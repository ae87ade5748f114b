import { findPer } from '../../../english/units.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { findSum, MONEY } from './say.ts'

/** `$5` is five dollars, or the price of a `$5 bill`; `$7.25` may be said short, and `$2` is a name in code. */
export const moneyGrammar = defineGrammar({
  name: 'money',
  sayings: MONEY,
  safest: 'sum',
  findShape: (written, locale) => {
    const [price = '', thing] = written.split('/')
    if (thing !== undefined) {
      const isRate = findPer(thing) !== undefined && findSum(price, locale) !== undefined
      return isRate ? { fields: { written: price, thing }, classes: ['rate', 'rate, describing'] } : undefined
    }
    const isBracketed = written.startsWith('(')
    const money = findSum(isBracketed ? written.slice(1, -1) : written, locale)
    if (money === undefined) return undefined
    const classes: (keyof typeof MONEY)[] = ['sum', 'sum, describing']
    if (money.scale === undefined && /^[1-9]\d*\.\d\d$/.test(money.amount)) classes.push('short')
    if (/^\$\d{1,2}$/.test(written)) classes.push('name')
    if (isBracketed) classes.push('loss')
    return { fields: { written: isBracketed ? written.slice(1, -1) : written }, classes }
  },
})
