import { findUnit } from '../../../normalization/tables/units.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { SUFFIX_MEANINGS } from './meanings.ts'
import { SUFFIX } from './say.ts'

/** `9.9m` is millions, meters or minutes, `22F` a seat or a temperature, `90s` years or seconds. */
export const suffixGrammar = defineGrammar({
  name: 'suffix',
  sayings: SUFFIX,
  safest: 'letters',
  findShape: (written) => {
    const [, number, suffix] = /^(\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,3})?)([A-Za-z]{1,4})$/.exec(written) ?? []
    if (number === undefined || suffix === undefined) return undefined
    const meanings = SUFFIX_MEANINGS[suffix]
    const isUnit = meanings === undefined && findUnit(suffix) !== undefined
    if (meanings === undefined && suffix.length > 1 && !isUnit) return undefined
    const classes = (meanings ?? []).flatMap((one) =>
      one.one === one.many ? [one.class] : [one.class, `${one.class}, describing`],
    )
    if (isUnit) classes.push('unit', 'unit, describing')
    classes.push('letters')
    if (/^\d{3,4}$/.test(number)) classes.push('pairs and letters')
    if (/^[LRC]$/.test(suffix) && /^(?:0?[1-9]|[12]\d|3[0-6])$/.test(number)) classes.push('runway')
    if (suffix === 's' && /^\d+$/.test(number)) classes.push('plural')
    if (suffix === 's' && /^\d{3,4}$/.test(number)) classes.push('plural in pairs')
    return { fields: { number, suffix }, classes }
  },
})
