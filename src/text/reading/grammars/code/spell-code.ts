import { spellDigits } from '../../../english/numbers/spell-number.ts'
import { hasDigit } from '../../tokens/token-shape.ts'

/** Digits and letters one by one, in the notation of `say`: `49Q2` as `four nine Q two`. */
export function spellCode(code: string): string {
  return Array.from(code, (sign) => (hasDigit(sign) ? spellDigits(sign) : sign.toUpperCase())).join(' ')
}
