import { defineGrammar } from '../../define-grammar.ts'
import { isDay, isMonth } from '../date/order.ts'
import { keepApart } from '../keep-apart.ts'
import { FRACTION_OF_ONE, POINT, POINTS } from './say.ts'

/** `3.11` is a decimal, a version, an hour, a price, a date, a channel or a section. */
export const pointGrammar = defineGrammar({
  name: 'point',
  sayings: POINT,
  safest: 'decimal',
  findShape: (written) => {
    const [, whole, part] = /^(\d{1,4})\.(\d{1,4})$/.exec(written) ?? []
    if (whole === undefined || part === undefined) return undefined
    const classes: (keyof typeof POINT)[] = ['decimal', 'dot', 'channel', 'apart']
    if (part.length === 2) classes.push('version', 'price')
    if (part.length === 2 && Number(whole) < 60) classes.push('clock')
    if (whole.length > 2) classes.push('pairs')
    if (part === '5') classes.push('and a half')
    if (part === '00' && Number(whole) > 12 && Number(whole) < 25) classes.push('hundred')
    if (part.length === 3 && !whole.startsWith('0')) classes.push('thousands')
    if (isDay(whole) && isMonth(part)) classes.push('date')
    return { fields: { whole, part }, classes: keepApart(classes, [whole, part]) }
  },
})

/** `.312` is a decimal, an average or the name of a calibre. */
export const barePointGrammar = defineGrammar({
  name: 'bare point',
  sayings: FRACTION_OF_ONE,
  safest: 'decimal',
  findShape: (written) => {
    const part = /^\.(\d{1,4})$/.exec(written)?.[1]
    if (part === undefined) return undefined
    return { fields: { part }, classes: part.length > 1 ? ['decimal', 'name'] : ['decimal'] }
  },
})

/** `2.0.1` is a version, `192.168.0.1` an address, `15.7.2024` a date. */
export const pointsGrammar = defineGrammar({
  name: 'points',
  sayings: POINTS,
  safest: 'dot',
  findShape: (written) => {
    if (!/^\d{1,4}(?:\.\d{1,4}){2,4}$/.test(written)) return undefined
    const classes: (keyof typeof POINTS)[] =
      written.split('.').length > 3
        ? /\d{3}/.test(written)
          ? ['dot and digits', 'dot', 'point']
          : ['dot', 'dot and digits', 'point']
        : ['point', 'dot', 'dot and digits']
    if (/^[1-9]\d{0,2}(?:\.\d{3})+$/.test(written)) classes.push('thousands')
    const [first = '', second = '', third = '', fourth] = written.split('.')
    const isYear = fourth === undefined && (third.length === 2 || third.length === 4)
    if (isYear && isDay(first) && isMonth(second)) classes.push('day first')
    if (isYear && isMonth(first) && isDay(second)) classes.push('date')
    if (fourth === undefined && /^[0-5]\d$/.test(second)) classes.push('run')
    return { fields: { figures: written }, classes }
  },
})
