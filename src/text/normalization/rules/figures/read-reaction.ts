import { SYMBOLS } from '../../pieces/read-formula.ts'
import type { Scene } from '../../scene.ts'

/** One or more symbols of elements, with how many there are: `2H2`, `CO2`, `NaCl`, `Fe`. */
const FORMULA = new RegExp(`^\\d{0,2}(?:(?:${SYMBOLS})\\d{0,2}){1,8}[+−-]?$`)
/** How the state of matter is written behind its formula: `H2O(l)`. */
const STATE_OF_MATTER = /^(?:s|l|g|aq)$/

/** `2H2 + O2 → 2H2O`: a formula on either side of the arrow, and figures or a plus that show it to be one. */
export function isReaction({ tokens }: Scene, arrow: number): boolean {
  const isState = STATE_OF_MATTER.test(tokens[arrow - 1]?.text ?? '') && tokens[arrow - 1]!.joined
  const last = isState ? arrow - 2 : arrow - 1
  const sides = [tokens[last]?.text ?? '', tokens[arrow + 1]?.text ?? '']
  if (!sides.every((side) => FORMULA.test(side))) return false
  const isSum = tokens[last - 1]?.text === '+' || tokens[arrow + 2]?.text === '+'
  return isSum || sides.some((side) => /[A-Za-z]\d|^\d+[A-Z]/.test(side))
}
