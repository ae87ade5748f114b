import type { Span } from '../span.ts'

/** A word, a single sign or a stretch of white space; `fold` is equal for units that match each other. */
export type MatchUnit = Span & { readonly fold: string }

/**
 * A run of letters and digits is one unit, and so are a negative contraction and a number with its points and commas:
 * `Don` is no part of `don't` nor `500` of `1,500` or `500.5`, but `AI` is one of `AI's`. Every other character is a unit
 * of its own.
 */
const UNIT = /[\p{L}\p{M}\p{N}]+(?:(?<=\d)[.,](?=\d)[\p{L}\p{M}\p{N}]+)*(?:['’]t(?![\p{L}\p{M}\p{N}]))?|\s+|./gsu

/** Cuts a text into units, in order and without gaps. */
export function splitMatchUnits(text: string): readonly MatchUnit[] {
  return Array.from(text.matchAll(UNIT), ({ 0: token, index }) => {
    return { start: index, end: index + token.length, fold: foldCase(token) }
  })
}

/** The unit as it is compared. Its length may change (`İ`), which is why offsets are kept apart. */
function foldCase(token: string): string {
  return token.trim() === '' ? ' ' : token.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('’', "'")
}
