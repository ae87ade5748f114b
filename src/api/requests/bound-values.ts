import type { BodyBounds } from '../../accounts/body-costs.ts'
import { ServiceError } from '../../errors.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const LESS_THAN = 0x3c
const EQUALS = 0x3d

/**
 * Throws MISSING_ARGUMENT if JSON has more values or levels than it may. Counts in one pass over the bytes, and stops at the first one too
 * many: parsing makes an object of every `{}`. The bytes need not be valid JSON.
 */
export function boundJson(bytes: Uint8Array, { values, levels }: Pick<BodyBounds, 'values' | 'levels'>): void {
  let count = 1
  let depth = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte === QUOTE) i = endOfString(bytes, i)
    else if (byte === COMMA || byte === COLON) count += 1
    // "[" and "{", and "]" and "}", differ in one bit.
    else if ((byte & 0xdf) === 0x5b) {
      count += 1
      depth += 1
      if (depth > levels) throw tooDeep(levels)
    } else if ((byte & 0xdf) === 0x5d) depth -= 1
    if (count > values) throw tooMany(values)
  }
}

/** Returns where the string ends that begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === BACKSLASH) i += 1
    else if (byte === QUOTE) return i
  }
  return bytes.length
}

/** Throws MISSING_ARGUMENT if the first `rows` lines of a CSV file have more cells than they may. */
export function boundCsv(
  bytes: Uint8Array,
  { values, rows }: { readonly values: number; readonly rows: number },
): void {
  let cells = 1
  let lines = 1
  let isQuoted = false
  for (let i = 0; i < bytes.length && lines <= rows; i++) {
    const byte = bytes[i]!
    if (byte === QUOTE) isQuoted = !isQuoted
    if (isQuoted) continue
    const isLineEnd = byte === LINE_FEED || byte === CARRIAGE_RETURN
    if (isLineEnd) lines += 1
    if (isLineEnd || byte === COMMA) cells += 1
    if (cells > values) throw tooMany(values)
  }
}

/** Throws MISSING_ARGUMENT if XML has more tags and attributes than it may. The bytes need not be valid XML. */
export function boundXml(bytes: Uint8Array, { values }: Pick<BodyBounds, 'values'>): void {
  let count = 0
  for (const byte of bytes) {
    if (byte === LESS_THAN || byte === EQUALS) count += 1
    if (count > values) throw tooMany(values)
  }
}

function tooMany(most: number): ServiceError {
  return refusal(`it has more than ${most} values and field names; divide it among several requests`)
}

function tooDeep(most: number): ServiceError {
  return refusal(`its arrays and objects are nested more than ${most} levels deep; send flatter JSON`)
}

function refusal(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot read the body: ${problem}`)
}
