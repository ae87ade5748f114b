import type { Locale } from '../../../english/dialects.ts'
import { countUnit } from '../../../english/numbers/say-numbers.ts'
import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { AMBIGUOUS_UNITS, findUnit, type Unit } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { findFraction, verbalizeFraction } from '../slash/verbalize-fraction.ts'

/** How numbers are said. */
type Speech = { readonly locale: Locale }

const GLUED =
  /^([-−+±~<>≈≤≥]?(?:\d{1,3}(?:,\d{3})+|\d+-\d+\/\d+|\d+\/\d+|\d+|(?=[.¼-¾⅐-⅞]))(?:\.\d+)?[¼-¾⅐-⅞]?)([-]?)((?:[A-Za-zμΩ°%‰′″"'#][A-Za-zμΩ°%‰²³/^]*(?:(?<=[a-z]\^?)[23])?)(?:\/[A-Za-z]+[23²³]?)?)$/
const FEET_AND_INCHES = /^(\d{1,2})(?:['′]|ft(?=\d))(\d{1,2}(?:\.\d+|[¼-¾⅐-⅞])?)(["″]?)$/
/** Two measures of one thing: `8GB/256GB`, `2lb/900g`. */
const MEASURES = /^(\d[\d,.]*[A-Za-zμ]+)\/(\d[\d,.]*[A-Za-zμ]+)$/
/** One letter that is a unit right behind its number. */
const CLEAR_WHEN_GLUED = wordList('units right behind numbers')

export type MeasureOptions = {
  /** The unit stays in the singular, as in `a 12" pizza`. */
  readonly describing?: boolean
  /** Another measure of the same thing is beside it, so that a single letter is a unit: `5V/2A`. */
  readonly paired?: boolean
}

/** A number with its unit in one token: `5km`, `10°C`, `50%`, `-3°`, `6'2"`, `3/4-inch`; or undefined. */
export function verbalizeMeasure(
  text: string,
  manner: Speech,
  { describing = false, paired = false }: MeasureOptions = {},
): string | undefined {
  const [, first, second] = MEASURES.exec(text) ?? []
  if (first !== undefined && second !== undefined) {
    const both = [first, second].map((part) => verbalizeMeasure(part, manner, { describing, paired: true }))
    return both.includes(undefined) ? undefined : both.join(' ')
  }
  const [, low, high, shared] = /^(\d+)\/(\d+)(Hz|V|W)$/.exec(text) ?? []
  if (low !== undefined && high !== undefined)
    return `${spellNumber(low, manner.locale)} ${spellNumber(high, manner.locale)} ${findUnit(shared!)!.many}`
  const [, feet, inches] = FEET_AND_INCHES.exec(text) ?? []
  if (feet !== undefined && inches !== undefined) {
    const isArc = inches.startsWith('0') || Number(inches) >= 12
    if (!isArc) return `${spellNumber(feet, manner.locale)} foot ${verbalizeQuantityNumber(inches, manner)}`
    return `${countUnit(feet, 'minute', manner.locale)} ${spellNumber(String(Number(inches)), manner.locale)} seconds`
  }
  const [, amount, hyphen, written] = GLUED.exec(text.replace(/(?<=\d-?)sq\.?-(?=ft$|m$|mi$)/, 'sq')) ?? []
  if (amount === undefined || written === undefined) return undefined
  const unit = written === 'st' && /(?:^|[^1])1$/.test(amount) ? undefined : findUnit(written)
  const isClear = paired || CLEAR_WHEN_GLUED.has(written) || (written === 'A' && amount.includes('.'))
  if (unit === undefined || (AMBIGUOUS_UNITS.has(written) && !isClear)) return undefined
  const isSingle = describing || (hyphen === '-' && /[a-z]/i.test(written))
  if (!isSingle) return verbalizeQuantity(amount, unit, manner)
  if (amount === '½') return `half ${unit.one}`
  return verbalizeQuantity(amount, { one: unit.one, many: unit.one }, manner)?.replace(
    /(quarter|third|eighth)s (?=\w)/,
    '$1 ',
  )
}

/** `five kilometers`, `one kilometer`, `minus three degrees`; undefined if the amount is no number. */
function verbalizeQuantity(amount: string, unit: Unit, manner: Speech): string | undefined {
  const number = verbalizeQuantityNumber(amount, manner)
  return number === undefined ? undefined : `${number} ${isSingular(amount) ? unit.one : unit.many}`
}

/** The number before a unit: also about, less than, fractions. */
export function verbalizeQuantityNumber(amount: string, manner: Speech): string | undefined {
  const lead = LEADS[amount[0] ?? '']
  const rest = lead === undefined ? amount : amount.slice(1)
  const number = verbalizeMixed(rest, manner) ?? spellNumber(rest, manner.locale)
  if (number === undefined) return undefined
  return lead === undefined ? number : `${lead} ${number}`
}

/** Signs before a number. */
export const LEADS: Readonly<Record<string, string>> = {
  '~': 'about',
  '<': 'less than',
  '>': 'more than',
  '≈': 'about',
  '≤': 'at most',
  '≥': 'at least',
}

/** `two and a half`, `one half`, `1-1/2`. */
export function verbalizeMixed(text: string, manner: Speech): string | undefined {
  const fraction = findFraction(text)
  if (fraction === undefined) return undefined
  if (fraction.whole === undefined) return verbalizeFraction(fraction, manner)
  return `${spellNumber(fraction.whole, manner.locale)} and ${verbalizeFraction(fraction, manner, true)}`
}

/** One kilometer, half a mile: the unit stays in the singular. */
export function isSingular(amount: string): boolean {
  return /^[-−+~<>]?(?:1|[½¼¾⅓⅔⅛⅜⅝⅞⅕]|\d\/\d+)$/.test(amount)
}
