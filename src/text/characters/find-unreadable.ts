import { foldCharacter, isPlain, numberOf } from './fold-character.ts'

/** Returns the first character of a text that no voice reads, as `U+0416`, and its offset. Undefined if voices read them all. */
export function findUnreadable(text: string): { readonly name: string; readonly offset: number } | undefined {
  let offset = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (!isPlain(code) && foldCharacter(character) === undefined) return { name: numberOf(code), offset }
    offset += character.length
  }
  return undefined
}
