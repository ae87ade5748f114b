import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { USUAL } from '../../question.ts'

const STITCHES = /^([kp])(\d{1,2})(tog)?$/i

/** `k2` is two knit stitches of a pattern, `K2` a mountain, `p2` a page. */
export const knittingGrammar = defineGrammar({
  name: 'knitting',
  sayings: {
    stitches: ({ kind, count, joined }, locale) =>
      `${/k/i.test(kind!) ? 'knit' : 'purl'} ${spellCardinal(count!, locale)}${joined === undefined ? '' : ' together'}`,
    page: ({ count }, locale) => `page ${spellCardinal(count!, locale)}`,
  },
  safest: USUAL,
  findShape: (written) => {
    const [, kind, count, joined] = STITCHES.exec(written) ?? []
    if (kind === undefined || count === undefined) return undefined
    if (joined !== undefined) return { fields: { kind, count, joined }, classes: ['stitches'] }
    return { fields: { kind, count }, classes: kind === 'p' ? ['stitches', 'page'] : ['stitches'] }
  },
})
