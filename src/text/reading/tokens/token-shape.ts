/**
 * What a token is written with. `lower`, `capitalized` and `capitals`: nothing but letters; `digits`: nothing but those.
 * Others are known by their first character: `word` by a small letter, `name` by a capital, `figure` by a digit.
 */
export type TokenShape = 'lower' | 'capitalized' | 'capitals' | 'digits' | 'word' | 'name' | 'figure' | 'sign'

/** Looks at each character of a token once. */
export function shapeOf(text: string): TokenShape {
  const first = text.charCodeAt(0)
  if (isLower(first)) return hasOnly(isLower, text, 1) ? 'lower' : 'word'
  if (isDigit(first)) return hasOnly(isDigit, text, 1) ? 'digits' : 'figure'
  if (!isUpper(first)) return 'sign'
  if (text.length > 1 && hasOnly(isLower, text, 1)) return 'capitalized'
  return hasOnly(isUpper, text, 1) ? 'capitals' : 'name'
}

function hasOnly(holds: (code: number) => boolean, text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) if (!holds(text.charCodeAt(i))) return false
  return true
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
