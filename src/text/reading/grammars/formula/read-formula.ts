import type { Locale } from '../../../english/dialects.ts'
import { spellCardinal, spellPairs } from '../../../english/numbers/spell-number.ts'
import { anyOf } from '../../../english/word-list.ts'
import type { Manner } from '../../scene.ts'
import { type SpokenWord, say, spell } from '../../spoken-word.ts'
import { hasDigit } from '../../tokens/token-shape.ts'

/** Symbols of elements that formulas have. */
const SYMBOLS = anyOf('symbols of elements')
const FORMULA = new RegExp(`^\\d{0,2}(?:(?:${SYMBOLS})[2-9]?){2,8}$`)

/** `Ca2+`, `Na+`: a metal with its charge; `SO4²⁻`, `NO3⁻`, `Fe²+`: any ion whose charge is raised. */
const METAL_ION = new RegExp(`^(${anyOf('symbols of metals')})([2-4]?)([+])$`)
const ION = new RegExp(`^((?:(?:${SYMBOLS})[2-9]?){1,8})(?:([²³⁴-⁹])([+⁻])|()(⁻))$`)
/** `¹⁴C`, `⁹⁹mTc`: an element behind its mass number. */
const ISOTOPE = /^([⁰¹²³⁴-⁹]{1,3})(m?)([A-Z][a-z]?)$/

/**
 * `NaOH`, `CaCO3`, `HCl` letter by letter: symbols of elements, one of two letters and one of a single letter. Undefined for
 * anything else.
 */
export function readFormula(text: string, { locale }: Manner): readonly SpokenWord[] | undefined {
  const raised = /[⁻+]$|^[⁰-⁹¹²³]/.test(text) ? readRaised(text, locale) : undefined
  if (raised !== undefined) return raised
  if (text.length > 12 || !/[A-Z][a-z]/.test(text) || !/[A-Z](?![a-z])/.test(text)) return undefined
  if (!FORMULA.test(text)) return undefined
  return readSymbols(text, locale)
}

/** An ion or an isotope. */
function readRaised(text: string, locale: Locale): readonly SpokenWord[] | undefined {
  const [, mass, state, element] = ISOTOPE.exec(text) ?? []
  if (mass !== undefined)
    return say(`${spell(element!)} ${spellPairs(mass.normalize('NFKD'), locale)} ${spell(state!)}`)
  const [symbols, charge = '', sign] = (METAL_ION.exec(text) ?? ION.exec(text) ?? [])
    .slice(1)
    .filter((part) => part !== undefined)
  if (symbols === undefined) return undefined
  const count = charge === '' ? [] : say(spellCardinal(charge.normalize('NFKD'), locale))
  return [...readSymbols(symbols, locale), ...count, ...say(sign === '⁻' ? 'minus' : 'plus')]
}

function readSymbols(text: string, locale: Locale): readonly SpokenWord[] {
  return say(Array.from(text, (sign) => (hasDigit(sign) ? spellCardinal(sign, locale) : sign.toUpperCase())).join(' '))
}
