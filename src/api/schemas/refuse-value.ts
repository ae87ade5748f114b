import { ServiceError } from '../../errors.ts'

/** The error for a field whose value cannot be used; `expected` names what can. */
export function refuseValue(name: string, value: unknown, expected: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot use ${name} ${showValue(value)}: expected ${expected}`)
}

/** UTF-16 units of a value that an error shows. */
const SHOWN = 60

/** A value as an error shows it: JSON, cut short. Writes no more of it than is shown. */
export function showValue(value: unknown): string {
  const json = writeStart(value, SHOWN + 1)
  return json.length > SHOWN ? `${json.slice(0, SHOWN)}...` : json
}

/** The beginning of a parsed value as JSON: all of it, or at least `room` units. */
function writeStart(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > room ? value.slice(0, room) : value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const isList = Array.isArray(value)
  let json = isList ? '[' : '{'
  // `for in` visits a field at a time, where Object.entries would copy them all.
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    if (json.length > 1) json += ','
    if (!isList) json += `${writeStart(name, room - json.length)}:`
    if (json.length >= room) return json
    json += writeStart((value as Readonly<Record<string, unknown>>)[name], room - json.length)
    if (json.length >= room) return json
  }
  return `${json}${isList ? ']' : '}'}`
}

/** Whether a field is missing or null, which means the same. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}
