/** The words of a list with spaces between them. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
