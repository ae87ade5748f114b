import type { Span } from '../span.ts'

/** A word, a single sign or a stretch of white space; `fold` is equal for tokens that match each other. */
export type Token = Span & { readonly fold: string }

/**
 * A run of letters and digits is one token, and so are a negative contraction and a number with its points and commas:
 * `Don` is no part of `don't` nor `500` of `1,500` or `500.5`, but `AI` is one of `AI's`. Every other character is a token
 * of its own.
 */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:(?<=\d)[.,](?=\d)[\p{L}\p{M}\p{N}]+)*(?:['’]t(?![\p{L}\p{M}\p{N}]))?|\s+|./gsu

/** Cuts a text into tokens, in order and without gaps. */
export function splitTokens(text: string): readonly Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => {
    return { start: index, end: index + token.length, fold: foldCase(token) }
  })
}

/** The token as it is compared. Its length may change (`İ`), which is why offsets are kept apart. */
function foldCase(token: string): string {
  return token.trim() === '' ? ' ' : token.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('’', "'")
}
