import { isAbsent, refuseValue } from './refuse-value.ts'

/** UTF-16 units. */
const MAX_TITLE_LENGTH = 200

/** The `title` of a request, on one line; undefined if absent or blank. Throws MISSING_ARGUMENT. */
export function parseTitle(value: unknown): string | undefined {
  if (isAbsent(value)) return undefined
  if (typeof value !== 'string' || value.length > MAX_TITLE_LENGTH)
    throw refuseValue('title', value, `a string of at most ${MAX_TITLE_LENGTH} characters`)
  const title = value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return title === '' ? undefined : title
}
