import { defineGrammar } from '../../define-grammar.ts'
import { DIGITS } from './say.ts'

/** `60493` is an amount or a code, `405` a count, a room or a road, `1850` a year or a sum, `0630` an hour. */
export const digitsGrammar = defineGrammar({
  name: 'digits',
  sayings: DIGITS,
  safest: 'digits',
  findShape: (written) => {
    if (!/^\d{3,20}$|^0\d$|^[024]$/.test(written)) return undefined
    const fields = { digits: written }
    if (written === '0') return { fields, classes: ['cardinal', 'nil'] }
    if (written.length === 1) return { fields, classes: ['cardinal', 'preposition'] }
    if (/^00\d?$/.test(written)) return { fields, classes: ['digits', 'double'] }
    if (/^0\d{3}$/.test(written)) return { fields, classes: ['pairs', 'digits', 'hundred'] }
    if (written.startsWith('0')) return { fields, classes: ['digits', 'pairs'] }
    // `404`: by digits it would differ from the pairs in nothing that is heard.
    if (/^\d0[1-9]$/.test(written)) return { fields, classes: ['cardinal', 'pairs'] }
    if (written.length === 3) return { fields, classes: ['cardinal', 'pairs', 'digits'] }
    if (written.length === 4) return { fields, classes: ['cardinal', 'year', 'pairs', 'digits', 'hundred'] }
    return { fields, classes: written.length === 5 ? ['cardinal', 'digits', 'parts'] : ['cardinal', 'digits'] }
  },
})
