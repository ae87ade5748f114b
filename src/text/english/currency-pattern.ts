import { CURRENCY_SIGNS, MARKERS_BEFORE } from './currencies.ts'

const SIGNS = CURRENCY_SIGNS.join('')
/** A class of characters, or a character outside of one. */
const PARTS = /\[(?:\\.|[^\]\\])*\]|\\.|¤/gsu

/**
 * A pattern in which `¤` means any sign of a currency in the table, inside a class of characters or outside. Compiles a new
 * pattern, so call it once for each.
 */
export function withSigns(pattern: RegExp): RegExp {
  const source = pattern.source.replace(PARTS, (part) => (part === '¤' ? `[${SIGNS}]` : part.replaceAll('¤', SIGNS)))
  return new RegExp(source, pattern.flags)
}

/** The source of a pattern for any of some words and signs, the longest first. */
export function oneOf(words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[$.*+?^|()[\]{}\\/]/g, '\\$&'))
    .join('|')
}

/** Any sign, code or abbreviation that is written before a figure. */
export const MARKER_BEFORE = `(?:${oneOf(MARKERS_BEFORE)})`

/** Holds the sign of a currency. */
export const HAS_SIGN = withSigns(/¤/)
