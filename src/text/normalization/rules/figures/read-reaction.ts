import { spellCardinal } from '../../numbers/spell-number.ts'
import { SYMBOLS } from '../../pieces/read-formula.ts'
import type { Scene, Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { ELEMENT_SYMBOLS } from '../../tables/elements.ts'

/** One or more symbols of elements, with how many there are: `2H2`, `CO2`, `NaCl`, `Fe`. */
const FORMULA = new RegExp(`^\\d{0,2}(?:(?:${SYMBOLS})\\d{0,2}){1,8}[+−-]?$`)
/** How the state of matter is written behind its formula: `H2O(l)`. */
const STATE_OF_MATTER = /^(?:s|l|g|aq)$/
/** A reaction has its arrow at most so many tokens from each of its formulas. */
const FARTHEST = 12

/** `2H2 + O2 → 2H2O`: a formula on either side of the arrow, and figures or a plus that show it to be one. */
export function isReaction({ tokens }: Scene, arrow: number): boolean {
  const isState = STATE_OF_MATTER.test(tokens[arrow - 1]?.text ?? '') && tokens[arrow - 1]!.joined
  const last = isState ? arrow - 2 : arrow - 1
  const sides = [tokens[last]?.text ?? '', tokens[arrow + 1]?.text ?? '']
  if (!sides.every((side) => FORMULA.test(side))) return false
  const isSum = tokens[last - 1]?.text === '+' || tokens[arrow + 2]?.text === '+'
  return isSum || sides.some((side) => /[A-Za-z]\d|^\d+[A-Z]/.test(side))
}

/** The `2Na` and the `Fe` of a reaction, whose letters would be a word or a unit elsewhere. */
export function readReactant(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  if (tokens[index]!.text.length > 4) return undefined
  const [, count = '', symbol] = /^(\d{0,2})([A-Z][a-z])$/.exec(tokens[index]!.text) ?? []
  if (symbol === undefined || !ELEMENT_SYMBOLS.has(symbol)) return undefined
  if (![tokens[index - 1], tokens[index + 1]].some((token) => /^[+→]$/.test(token?.text ?? ''))) return undefined
  for (let at = Math.max(1, index - FARTHEST); at <= index + FARTHEST; at++)
    if (tokens[at]?.text === '→' && isReaction(scene, at))
      return [say(`${count && spellCardinal(count, locale)} ${spell(symbol)}`)]
  return undefined
}
