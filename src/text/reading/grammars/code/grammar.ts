import { CURRENCIES } from '../../../english/currencies.ts'
import { hasTrait } from '../../../english/dialects.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { findNamedDate } from '../date/verbalize-date.ts'
import { CODE, LETTER_MEANINGS } from './say.ts'

/** Where letters and figures meet, or a long group of figures and another. */
const MEETS = /^x\d|[A-Z][-/]?\d|\d[A-Z]+\d|\d[-/][A-Z]|\d\/\d{5}|\d{5}\/\d/
/** Capitals and digits by turns. */
const SERIAL = /^(?=.*\d{3})(?:[A-Z]{1,4}\d{1,8}[A-Z]{1,4}|\d{1,4}[A-Z]{1,4}\d{1,8})[A-Z\d]{0,8}$/
/** Capitals and then digits. */
const MODEL = /^[A-Z]{1,3}-?\d{2,5}[A-Z]?$/
/** Groups of capitals and figures that slashes or hyphens join: `MV/70219`, `KR-661-70Z`. */
const JOINED = /^(?=(?:\D*\d){3})(?=.*[A-Z])[A-Z]{0,3}\d{0,8}[A-Z]{0,2}(?:[/-][A-Z]{0,3}\d{0,8}[A-Z]{0,2}){1,4}$/
/** Figures that slashes join, too many of them for a date: `46/10728/19`. */
const REFERENCE = /^(?=.*\d{5})\d{1,8}(?:\/\d{1,8}){1,3}$/
const JUNCTION = /^J[1-9]\d?[A-Z]?$/
/** South African money, or a road. */
const RAND = /^R\d+$/
const MODELS = /^[A-Z]{1,3}-?\d{2,4}s$/

/** `N417GH`, `7J4402`, `A320`, `GHX-8994`, `MV/70219`: serials, number plates, bookings, models, flights, roads. */
export const codeGrammar = defineGrammar({
  name: 'code',
  sayings: CODE,
  safest: 'digits',
  meanings: [...LETTER_MEANINGS.values()].flat(),
  findShape: (written, locale) => {
    if (!MEETS.test(written)) return undefined
    const fields = { written }
    if (/^[xX]\d{1,5}$/.test(written)) return { fields, classes: ['times', 'extension', 'by', 'cardinal'] }
    if (hasTrait(locale, 'junctions') && JUNCTION.test(written)) return { fields, classes: ['cardinal', 'junction'] }
    if (SERIAL.test(written)) return { fields, classes: ['digits', 'pairs'] }
    const isReference = REFERENCE.test(written)
    const isJoined = JOINED.test(written) && !MODEL.test(written) && findNamedDate(written) === undefined
    if (isReference || isJoined)
      return { fields, classes: written.includes('/') ? ['digits', 'pairs', 'slash'] : ['digits', 'pairs'] }
    const isSum = CURRENCIES.has(/^[A-Z]+/.exec(written)?.[0] ?? '')
    const meanings = /^[A-Z]\d{1,2}$/.test(written) ? (LETTER_MEANINGS.get(written[0]!) ?? []) : []
    if (MODEL.test(written) && !isSum)
      return {
        fields,
        classes: ['digits', 'pairs', 'cardinal', ...meanings, ...(RAND.test(written) ? ['rand'] : [])],
      }
    if (meanings.length > 0) return { fields, classes: ['cardinal', ...meanings] }
    return MODELS.test(written) ? { fields, classes: ['plural', 'plural in pairs'] } : undefined
  },
})
