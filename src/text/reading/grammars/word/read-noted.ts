import type { PieceReader } from '../piece-reader.ts'

/** `word¹`: the number of a note is not said. */
export const readNoted: PieceReader = (text, manner, read) => {
  const [, noted] = /^([A-Z]?[a-z]{3,})[¹²³⁰⁴-⁹]{1,2}$/.exec(text) ?? []
  return noted === undefined || !manner.isWord(noted.toLowerCase()) ? undefined : read(noted, manner)
}
