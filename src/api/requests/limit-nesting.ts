import { ServiceError } from '../../errors.ts'

/** Far deeper than any body of this API, and far less than what exhausts the stack of code that follows a value. */
const MAX_DEPTH = 32

/** Returns a parsed body. Throws MISSING_ARGUMENT if its arrays and objects are nested too deeply. */
export function limitNesting(body: unknown): unknown {
  if (isDeeper(body, MAX_DEPTH))
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot read the body: its arrays and objects are nested more than ${MAX_DEPTH} levels deep; send flatter JSON`,
    )
  return body
}

/** Stops at the limit, so the depth of the value does not matter. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const inside = Array.isArray(value) ? value : Object.values(value)
  return inside.some((one) => isDeeper(one, levels - 1))
}
