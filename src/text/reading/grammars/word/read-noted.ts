import { matching } from '../piece-reader.ts'

/** `word¹`: the number of a note is not said. */
export const readNoted = matching(/^([A-Z]?[a-z]{3,})[¹²³⁰⁴-⁹]{1,2}$/, ([noted], { manner, read }) =>
  manner.isWord(noted.toLowerCase()) ? [read(noted)] : undefined,
)
