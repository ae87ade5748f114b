import { ServiceError } from '../../errors.ts'

/** The error for a field whose value cannot be used; `expected` names what can. */
export function refuseValue(name: string, value: unknown, expected: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot use ${name} ${showValue(value)}: expected ${expected}`)
}

/** A value as an error shows it: JSON, cut short. */
export function showValue(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined'
  return json.length > 60 ? `${json.slice(0, 60)}...` : json
}

/** Whether a field is missing or null, which means the same. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}
