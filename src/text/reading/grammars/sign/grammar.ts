import { defineGrammar } from '../../define-grammar.ts'
import { SIGN, SIGN_WORDS } from './say.ts'

/** `-` alone among figures is a range or a subtraction, `#` a number, a key or a hashtag. */
export const signGrammar = defineGrammar({
  name: 'sign',
  sayings: SIGN,
  safest: 'to',
  findShape: (written) => {
    const classes = Object.hasOwn(SIGN_WORDS, written) ? SIGN_WORDS[written] : undefined
    return classes === undefined ? undefined : { fields: { sign: written }, classes }
  },
})
