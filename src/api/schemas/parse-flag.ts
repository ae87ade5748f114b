import { isAbsent, refuseValue } from './refuse-value.ts'

/** A field that is true or false; false if absent. Throws MISSING_ARGUMENT. */
export function parseFlag(name: string, value: unknown): boolean {
  if (isAbsent(value)) return false
  if (typeof value === 'boolean') return value
  throw refuseValue(name, value, 'true or false')
}
