import { foldCharacter } from './fold-character.ts'

/** Returns the first character of a text that no voice reads, as `U+0416`, and its offset. Undefined if voices read them all. */
export function findUnreadable(text: string): { readonly name: string; readonly offset: number } | undefined {
  let offset = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    const isPlain = (code >= 0x20 && code < 0x7f) || (code >= 0x09 && code <= 0x0d)
    if (!isPlain && foldCharacter(character) === undefined) {
      return { name: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, offset }
    }
    offset += character.length
  }
  return undefined
}
