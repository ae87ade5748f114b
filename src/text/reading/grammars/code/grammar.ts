import { defineGrammar } from '../../define-grammar.ts'
import { CODE } from './say.ts'

/** `N417GH`, `7J4402`, `1Z880E`: capitals and digits by turns, as in serials, number plates and bookings. */
export const codeGrammar = defineGrammar({
  name: 'code',
  sayings: CODE,
  safest: 'digits',
  findShape: (written) =>
    /^(?=.*\d{3})(?:[A-Z]{1,4}\d{1,8}[A-Z]{1,4}|\d{1,4}[A-Z]{1,4}\d{1,8})[A-Z\d]{0,8}$/.test(written)
      ? { fields: { written }, classes: ['digits', 'pairs'] }
      : undefined,
})
