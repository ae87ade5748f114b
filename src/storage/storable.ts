/** The last moment of the year 9999, in epoch milliseconds. Later times have no form that all programs read. */
export const MAX_TIME = 253_402_300_799_999

/**
 * What is wrong with a value that some storage could not keep, or could not give back as it was, as an error shows it; undefined if
 * nothing is. PostgreSQL has no U+0000, UTF-8 has no unpaired surrogates, and JavaScript has no exact integers beyond 2^53.
 */
export function findUnstorable(value: unknown): string | undefined {
  if (typeof value === 'string') return findUnstorableCharacter(value)
  if (typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return undefined
  return `is ${value}; expected a number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`
}

function findUnstorableCharacter(text: string): string | undefined {
  const nul = text.indexOf('\0')
  if (nul !== -1) return `has the character U+0000 at position ${nul}; remove it`
  if (text.isWellFormed()) return undefined
  const place = text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)
  const number = text.charCodeAt(place).toString(16).toUpperCase()
  return `has the unpaired surrogate U+${number} at position ${place}; remove it`
}

/** ISO 8601; a number that is no time stays one, as a database of an earlier release may hold it. */
export function showTime(epochMs: number): string {
  const time = new Date(epochMs)
  return Number.isNaN(time.getTime()) ? String(epochMs) : time.toISOString()
}
