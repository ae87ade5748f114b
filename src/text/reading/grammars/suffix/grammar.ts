import { findUnit } from '../../../english/units.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { isDigits } from '../../tokens/token-shape.ts'
import { classesOfSuffix, SUFFIX_CLASSES, SUFFIX_MEANINGS } from './meanings.ts'
import { SUFFIX } from './say.ts'

const WRITTEN = /^(\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,3})?)(?:-(?=[A-Z]$))?([A-Za-z]{1,4}|["'#])$/

/** `9.9m` is millions, meters or minutes, `22F` a seat or a temperature, `90s` years or seconds. */
export const suffixGrammar = defineGrammar({
  name: 'suffix',
  sayings: SUFFIX,
  safest: 'letters',
  meanings: SUFFIX_CLASSES,
  findShape: (written) => {
    const [, number, suffix] = WRITTEN.exec(written) ?? []
    if (number === undefined || suffix === undefined) return undefined
    const isKnown = SUFFIX_MEANINGS.has(suffix)
    const isUnit = !isKnown && findUnit(suffix) !== undefined
    if (!isKnown && suffix.length > 1 && !isUnit) return undefined
    const classes = [...classesOfSuffix(suffix)]
    if (isUnit) classes.push('unit', 'unit, describing')
    if (/[A-Za-z]/.test(suffix)) classes.push('letters')
    if (isDigits(number, 3, 4)) classes.push('pairs and letters')
    if (isDigits(number, 3, 6)) classes.push('digits and letters')
    if (suffix === '#' && isDigits(number, 2)) classes.push('keyed')
    if (/^[LRC]$/.test(suffix) && /^(?:0?[1-9]|[12]\d|3[0-6])$/.test(number))
      classes.push('runway', 'runway as a number')
    if (suffix === 'x' && number === '1') classes.push('once')
    if (suffix === 'd' && /(?:^|[^1])[23]$/.test(number)) classes.push('ordinal')
    if (suffix === 'm' && /^[1-9][1-9]00$/.test(number)) classes.push('meters in hundreds')
    if (suffix === 'B' && /^[123]$/.test(number)) classes.push('base')
    if (suffix === 's' && /^10+$/.test(number)) classes.push('many')
    if (suffix === 's' && isDigits(number)) classes.push('plural')
    if (suffix === 's' && isDigits(number, 3, 4)) classes.push('plural in pairs')
    return { fields: { number, suffix }, classes }
  },
})
