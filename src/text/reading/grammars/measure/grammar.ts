import { findUnit } from '../../../english/units.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { classesOfSuffix, SUFFIX_CLASSES, SUFFIX_MEANINGS } from '../suffix/meanings.ts'
import { MEASURE, sayAmount, sayPart } from './say.ts'

const MEASURED = /^([^A-Za-z ]*[\d¼-¾⅐-⅞][^A-Za-z ]*) ([A-Za-z°μ][A-Za-z°μ/²³\d]{0,8})$/

/** Two figures of one unit: `28/34 mpg`. */
const PAIRED = /^\d[\d.,]*\/\d[\d.,]*$/
/** Hours of a day of twenty four. */
const CLOCK = /^(?:[01]\d|2[0-3])[0-5]\d hr?s?$/
/** `.304 BA`: who has it, and no measure. */
const AVERAGE = /^\.\d+ [A-Z]{2}$/

/** `12 oz` is ounces, or the size of a can; `5 m` meters, minutes, miles or millions; `3/4 in` three quarters of an inch, or a size. */
export const measureGrammar = defineGrammar({
  name: 'measure',
  sayings: MEASURE,
  safest: 'unit',
  meanings: SUFFIX_CLASSES,
  findShape: (written, locale) => {
    const [, number, suffix] = MEASURED.exec(written) ?? []
    if (number === undefined || suffix === undefined) return undefined
    const fields = { number, suffix }
    const isAmount = sayAmount(number, locale) !== undefined
    const parts = sayPart(fields, locale) === undefined ? [] : ['part of', 'part, describing']
    if (PAIRED.test(number) && findUnit(suffix) !== undefined)
      return { fields, classes: [...(isAmount ? ['unit', 'both', 'part'] : ['both', 'part']), ...parts] }
    if (!isAmount || CLOCK.test(written) || AVERAGE.test(written)) return undefined
    const isKnown = SUFFIX_MEANINGS.has(suffix)
    if (!isKnown && findUnit(suffix) === undefined) return undefined
    const senses = isKnown ? classesOfSuffix(suffix) : ['unit', 'unit, describing']
    // Nobody says "a three quarters inch gap".
    const classes = parts.length === 0 ? senses : [...senses.filter((one) => !one.endsWith('describing')), ...parts]
    return { fields, classes: suffix.length < 3 ? [...classes, 'letters'] : classes }
  },
})
