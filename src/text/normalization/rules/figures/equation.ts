import type { Scene } from '../../scene.ts'

/** A sign between the sides or the terms of an equation, which may be a dash. */
const OPERATOR = /^[=+×÷−*/<>≤≥≈≠±–-]$/
/** Signs that occur only in equations. */
const SURE_OPERATOR = /^[=+×÷*]$/
/** A number, a variable, or a number with its variable. */
const TERM = /^[-−]?(?:\d[\d.,/]*%?[a-zA-Z]?|[a-zA-Z])[²³]?$/
const FARTHEST = 12

/** Whether the token is in an equation with one of the operators, with only terms and other operators between them. */
export function isInEquation({ tokens }: Scene, index: number, operators: RegExp = SURE_OPERATOR): boolean {
  return [-1, 1].some((step) => {
    for (let at = index + step; Math.abs(at - index) <= FARTHEST; at += step) {
      const text = tokens[at]?.text ?? ''
      const [first] = tokens[Math.min(at, at - step)]?.after ?? []
      if (first !== undefined && first.kind !== '(' && first.kind !== ')') return false
      if (operators.test(text)) return true
      if (!TERM.test(text) && !OPERATOR.test(text)) return false
    }
    return false
  })
}
