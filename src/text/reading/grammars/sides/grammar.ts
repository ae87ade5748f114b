import type { Locale } from '../../../english/dialects.ts'
import { spellNumber, spellPairs } from '../../../english/numbers/spell-number.ts'
import { findUnit } from '../../../english/units.ts'
import { anyOf } from '../../../english/word-list.ts'
import { defineGrammar, type Sayings } from '../../define-grammar.ts'
import { isSingular } from '../measure/verbalize-measure.ts'

const SIDES = {
  by: ({ written }, locale) => saySides(written!, 'by', locale),
  /** `an 8.5×11" sheet`. */
  'by, describing': ({ written }, locale) => saySides(written!, 'by', locale, true),
  times: ({ written }, locale) => saySides(written!, 'times', locale),
} satisfies Sayings

const EDGE = `(\\d{1,4}(?:\\.\\d{1,3})?)(${anyOf('units of sides')}|["'″′])?`
const WRITTEN = new RegExp(`^${EDGE}(?:[xX×]${EDGE}){1,3}$`)
const EDGES = new RegExp(EDGE, 'g')

/** `4x6` is the size of a photograph, or a product; `30x20x10cm` is the size of a box. */
export const sidesGrammar = defineGrammar({
  name: 'sides',
  sayings: SIDES,
  safest: 'by',
  findShape: (written) => {
    if (!WRITTEN.test(written)) return undefined
    return { fields: { written }, classes: /\d$/.test(written) ? ['by', 'times'] : ['by', 'by, describing', 'times'] }
  },
})

function saySides(written: string, link: string, locale: Locale, describes = false): string {
  return Array.from(written.matchAll(EDGES), ([, amount = '', sign]) => {
    const unit = sign === undefined ? undefined : findUnit(sign)
    const number =
      /^\d{4}$/.test(amount) && !amount.endsWith('00') ? spellPairs(amount, locale) : spellNumber(amount, locale)!
    if (unit === undefined) return number
    return `${number} ${describes || isSingular(amount) ? unit.one : unit.many}`
  }).join(` ${link} `)
}
