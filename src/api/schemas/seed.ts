import { MOST_SEED } from '../../text/markup/tree/own-elements.ts'
import { isAbsent, refuseValue } from './refuse-value.ts'

/** The seed of another reading: an integer, or a string of digits; undefined if absent. Throws MISSING_ARGUMENT. */
export function parseSeed(name: string, value: unknown): number | undefined {
  if (isAbsent(value)) return undefined
  const seed = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (Number.isInteger(seed) && (seed as number) >= 0 && (seed as number) <= MOST_SEED) return seed as number
  throw refuseValue(name, value, `an integer from 0 to ${MOST_SEED}`)
}
