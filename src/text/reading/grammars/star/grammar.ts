import { defineGrammar } from '../../define-grammar.ts'
import { STAR } from './say.ts'

/** `*69` is dialled, a `4*` hotel has stars, and a batsman who made `67*` is not out. */
export const starGrammar = defineGrammar({
  name: 'star',
  sayings: STAR,
  safest: 'unsaid',
  findShape: (written) => {
    const [, lead, figure, tail] = /^(\*?)(\d{1,3}(?:\.\d)?)(\*?)$/.exec(written) ?? []
    if (figure === undefined || lead === tail) return undefined
    const fields = { figure }
    return lead === ''
      ? { fields, classes: ['unsaid', 'stars', 'rating', 'not out'] }
      : { fields, classes: ['unsaid', 'key', 'keys', 'times'] }
  },
})
