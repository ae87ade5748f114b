import type { Scene } from '../../scene.ts'

/** Signs that occur only in equations. */
const SURE_OPERATOR = /^[=+×÷*]$/
const FARTHEST = 12

/** Whether the token is in an equation with one of the operators, with only terms and other operators between them. */
export function isInEquation({ tokens }: Scene, index: number, operators: RegExp = SURE_OPERATOR): boolean {
  return [-1, 1].some((step) => {
    for (let at = index + step; Math.abs(at - index) <= FARTHEST; at += step) {
      const text = tokens[at]?.text ?? ''

      if (operators.test(text)) return true
    }
    return false
  })
}
