import { findUnit } from '../../../normalization/tables/units.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { SUFFIX_MEANINGS } from '../suffix/meanings.ts'
import { MEASURE, sayAmount } from './say.ts'

const MEASURED = /^([^A-Za-z ]*\d[^A-Za-z ]*) ([A-Za-z°μ][A-Za-z°μ/²³\d]{0,8})$/

/** `12 oz` is ounces, or the size of a can; `5 m` meters, minutes, miles or millions. */
export const measureGrammar = defineGrammar({
  name: 'measure',
  sayings: MEASURE,
  safest: 'unit',
  findShape: (written, locale) => {
    const [, number, suffix] = MEASURED.exec(written) ?? []
    if (number === undefined || suffix === undefined || sayAmount(number, locale) === undefined) return undefined
    const meanings = SUFFIX_MEANINGS[suffix]
    if (meanings === undefined && findUnit(suffix) === undefined) return undefined
    const classes =
      meanings === undefined
        ? ['unit', 'unit, describing']
        : meanings.flatMap((one) => (one.one === one.many ? [one.class] : [one.class, `${one.class}, describing`]))
    return { fields: { number, suffix }, classes: suffix.length < 3 ? [...classes, 'letters'] : classes }
  },
})
