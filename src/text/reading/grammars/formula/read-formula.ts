import type { Locale } from '../../../english/dialects.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { anyOf } from '../../../english/word-list.ts'
import type { Manner } from '../../scene.ts'
import { type SpokenWord, say, spell } from '../../spoken-word.ts'

/** Symbols of elements that formulas have. */
const SYMBOLS = anyOf('symbols of elements')
const FORMULA = new RegExp(`^\\d{0,2}(?:(?:${SYMBOLS})[2-9]?){2,8}$`)

/** `Ca2+`, `Na+`: a metal with its charge. */
const ION = new RegExp(`^(${anyOf('symbols of metals')})([2-4]?)\\+$`)

/**
 * `NaOH`, `CaCO3`, `HCl` letter by letter: symbols of elements, one of two letters and one of a single letter. Undefined for
 * anything else.
 */
export function readFormula(text: string, { locale }: Manner): readonly SpokenWord[] | undefined {
  const [, symbol, charge = ''] = ION.exec(text) ?? []
  if (symbol !== undefined) return say(`${spell(symbol)} ${charge && spellCardinal(charge, locale)} plus`)
  if (text.length > 12 || !/[A-Z][a-z]/.test(text) || !/[A-Z](?![a-z])/.test(text)) return undefined
  if (!FORMULA.test(text)) return undefined
  return readSymbols(text, locale)
}

function readSymbols(text: string, locale: Locale): readonly SpokenWord[] {
  return say(Array.from(text, (sign) => (/\d/.test(sign) ? spellCardinal(sign, locale) : sign.toUpperCase())).join(' '))
}
