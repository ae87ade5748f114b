import { spellCardinal } from '../numbers/spell-number.ts'
import type { Manner } from '../scene.ts'
import { type SpokenWord, say } from '../spoken-word.ts'

const ELEMENT =
  'H|He|Li|Be|B|C|N|O|F|Ne|Na|Mg|Al|Si|P|S|Cl|Ar|K|Ca|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|As|Se|Br|Kr|Rb|Sr|Zr|Mo|Ag|Cd|Sn|Sb|I|Cs|Ba|W|Pt|Au|Hg|Pb|Bi|U'
const FORMULA = new RegExp(`^(?:(?:${ELEMENT})[2-9]?){2,8}$`)

/**
 * `NaOH`, `CaCO3`, `HCl` letter by letter: symbols of elements, one of two letters and one of a single letter. Undefined for
 * anything else.
 */
export function readFormula(text: string, { locale, isWord }: Manner): readonly SpokenWord[] | undefined {
  if (text.length > 12 || !/[A-Z][a-z]/.test(text) || !/[A-Z](?![a-z])/.test(text) || /[a-z]{2}/.test(text))
    return undefined
  if (!FORMULA.test(text) || isWord(text.toLowerCase())) return undefined
  return say(Array.from(text, (sign) => (/\d/.test(sign) ? spellCardinal(sign, locale) : sign.toUpperCase())).join(' '))
}
