import { spellNumber } from '../numbers/spell-number.ts'
import type { Manner } from '../scene.ts'
import { AMBIGUOUS_UNITS, findUnit, type Unit } from '../tables/units.ts'
import { findFraction, phraseFraction } from './phrase-fraction.ts'

const GLUED =
  /^([-−+±~<>]?(?:\d{1,3}(?:,\d{3})+|\d+\/\d+|\d+|(?=\.))(?:\.\d+)?[¼-¾⅐-⅞]?)[-]?([A-Za-zμΩ°%‰′″"'²³/^23]+)$/
const FEET_AND_INCHES = /^(\d{1,2})['′](\d{1,2}(?:\.\d+)?)(["″]?)$/

/**
 * A number with its unit in one token: `5km`, `10°C`, `50%`, `-3°`, `6'2"`; or undefined. `describing` keeps
 * the unit in the singular, as in `a 12" pizza`.
 */
export function phraseMeasure(text: string, manner: Manner, { describing = false } = {}): string | undefined {
  const [, feet, inches] = FEET_AND_INCHES.exec(text) ?? []
  if (feet !== undefined && inches !== undefined)
    return `${spellNumber(feet, manner.locale)} foot ${spellNumber(inches, manner.locale)}`
  const [, amount, written] = GLUED.exec(text) ?? []
  if (amount === undefined || written === undefined) return undefined
  const unit = findUnit(written)
  if (unit === undefined || (AMBIGUOUS_UNITS.has(written) && !/^(?:m|g|l|L|V|W|s|h|in)$/.test(written)))
    return undefined
  return phraseQuantity(amount, describing ? { one: unit.one, many: unit.one } : unit, manner)
}

/** `five kilometers`, `one kilometer`, `minus three degrees`; undefined where the amount is no number. */
function phraseQuantity(amount: string, unit: Unit, manner: Manner): string | undefined {
  const number = phraseQuantityNumber(amount, manner)
  return number === undefined ? undefined : `${number} ${isSingular(amount) ? unit.one : unit.many}`
}

/** The number before a unit: also about, less than, fractions. */
export function phraseQuantityNumber(amount: string, manner: Manner): string | undefined {
  const lead = LEADS[amount[0] ?? '']
  const rest = lead === undefined ? amount : amount.slice(1)
  const fraction = findFraction(rest)
  const number = fraction === undefined ? spellNumber(rest, manner.locale) : phraseMixed(rest, manner)
  if (number === undefined) return undefined
  return lead === undefined ? number : `${lead} ${number}`
}

const LEADS: Readonly<Record<string, string>> = { '~': 'about', '<': 'less than', '>': 'more than' }

/** `two and a half`, `one half`. */
export function phraseMixed(text: string, manner: Manner): string | undefined {
  const fraction = findFraction(text)
  if (fraction === undefined) return undefined
  if (fraction.whole === undefined) return phraseFraction(fraction, manner)
  if (!/\d/.test(fraction.whole)) return `minus ${phraseFraction(fraction, manner)}`
  return `${spellNumber(fraction.whole, manner.locale)} and ${phraseFraction(fraction, manner, true)}`
}

/** One kilometer, half a mile: the unit stays in the singular. */
export function isSingular(amount: string): boolean {
  return /^[-−+~<>]?(?:1|[½¼¾⅓⅔⅛⅜⅝⅞⅕]|\d\/\d+)$/.test(amount)
}
