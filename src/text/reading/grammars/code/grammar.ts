import { CURRENCIES } from '../../../english/currencies.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { CODE } from './say.ts'

/** Capitals and digits by turns. */
const SERIAL = /^(?=.*\d{3})(?:[A-Z]{1,4}\d{1,8}[A-Z]{1,4}|\d{1,4}[A-Z]{1,4}\d{1,8})[A-Z\d]{0,8}$/
/** Capitals and then digits. */
const MODEL = /^[A-Z]{1,3}-?\d{2,5}[A-Z]?$/
const JUNCTION = /^J[1-9]\d?[A-Z]?$/
const MODELS = /^[A-Z]{1,3}-?\d{2,4}s$/

/** `N417GH`, `7J4402`, `A320`, `GHX-8994`: serials, number plates, bookings, models, flights, roads. */
export const codeGrammar = defineGrammar({
  name: 'code',
  sayings: CODE,
  safest: 'digits',
  findShape: (written, locale) => {
    const fields = { written }
    if (/^[xX]\d{1,5}$/.test(written)) return { fields, classes: ['times', 'extension', 'by', 'cardinal'] }
    if (locale === 'en_GB' && JUNCTION.test(written)) return { fields, classes: ['cardinal', 'junction'] }
    if (SERIAL.test(written)) return { fields, classes: ['digits', 'pairs'] }
    const isSum = CURRENCIES.has(/^[A-Z]+/.exec(written)?.[0] ?? '')
    if (MODEL.test(written) && !isSum) return { fields, classes: ['digits', 'pairs', 'cardinal'] }
    return MODELS.test(written) ? { fields, classes: ['plural', 'plural in pairs'] } : undefined
  },
})
