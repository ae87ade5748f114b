import { defineGrammar } from '../../define-grammar.ts'
import { GRADE } from './say.ts'

/** `A-` is a mark or a blood group, and in `A- and B-levels` only letters. */
export const gradeGrammar = defineGrammar({
  name: 'grade',
  sayings: GRADE,
  safest: 'sign',
  findShape: (written) => {
    const [, letters, sign] = /^([A-F]|O|AB|[A-C]{2,3})([-+])$/.exec(written) ?? []
    return letters === undefined
      ? undefined
      : { fields: { letters, sign: sign! }, classes: ['sign', 'charge', 'letters'] }
  },
})
