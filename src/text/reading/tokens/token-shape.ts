/**
 * What a token is written with. `lower`, `capitalized` and `capitals`: nothing but letters; `digits`: nothing but those.
 * Others are known by their first character: `word` by a small letter, `name` by a capital, `figure` by a digit.
 */
export type TokenShape = 'lower' | 'capitalized' | 'capitals' | 'digits' | 'word' | 'name' | 'figure' | 'sign'

/** Looks at each character of a token once. */
export function shapeOf(text: string): TokenShape {
  const first = text.charCodeAt(0)
  if (isLowerCode(first)) return hasOnly(isLowerCode, text, 1) ? 'lower' : 'word'
  if (isDigitCode(first)) return hasOnly(isDigitCode, text, 1) ? 'digits' : 'figure'
  if (!isUpperCode(first)) return 'sign'
  if (text.length > 1 && hasOnly(isLowerCode, text, 1)) return 'capitalized'
  return hasOnly(isUpperCode, text, 1) ? 'capitals' : 'name'
}

/** Whether a text is nothing but digits, as many as asked for. */
export function isDigits(text = '', least = 1, most = Infinity): boolean {
  return hasLength(text, least, most) && hasOnly(isDigitCode, text, 0)
}

/** Whether a text is nothing but capitals, as many as asked for. */
export function isCapitals(text = '', least = 1, most = Infinity): boolean {
  return hasLength(text, least, most) && hasOnly(isUpperCode, text, 0)
}

/** Whether a text is nothing but small letters, as many as asked for. */
export function isSmall(text = '', least = 1, most = Infinity): boolean {
  return hasLength(text, least, most) && hasOnly(isLowerCode, text, 0)
}

export function startsWithDigit(text = ''): boolean {
  return isDigitCode(text.charCodeAt(0))
}

export function endsWithDigit(text = ''): boolean {
  return isDigitCode(text.charCodeAt(text.length - 1))
}

export function startsWithCapital(text = ''): boolean {
  return isUpperCode(text.charCodeAt(0))
}

export function startsWithSmall(text = ''): boolean {
  return isLowerCode(text.charCodeAt(0))
}

export function hasDigit(text: string): boolean {
  return /\d/.test(text)
}

/** Whether the code of a character is that of a letter of ASCII. */
export function isLetterCode(code: number): boolean {
  return isLowerCode(code) || isUpperCode(code)
}

function hasLength(text: string, least: number, most: number): boolean {
  return text.length >= least && text.length <= most
}

function hasOnly(holds: (code: number) => boolean, text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) if (!holds(text.charCodeAt(i))) return false
  return true
}

function isLowerCode(code: number): boolean {
  return code >= 97 && code <= 122
}

function isUpperCode(code: number): boolean {
  return code >= 65 && code <= 90
}

function isDigitCode(code: number): boolean {
  return code >= 48 && code <= 57
}
