/** U+0000 and unpaired surrogates. They have no meaning and cannot be stored, so they are removed from a text. */
export const NO_CHARACTER = /[\0\p{Cs}]/u

const ALL = new RegExp(NO_CHARACTER, 'gu')

/** Returns a text without them. */
export function removeNoCharacters(text: string): string {
  return text.replace(ALL, '')
}

/** Puts an invisible character (U+2060) in the place of each, so that positions in the text stay the same. */
export function hideNoCharacters(text: string): string {
  return text.replace(ALL, '\u2060')
}
