const LONGEST_EXCERPT = 40

/** The caller's words in quotes for an error message, cut if they are long. */
export function quoteExcerpt(text: string): string {
  return text.length <= LONGEST_EXCERPT ? `"${text}"` : `"${text.slice(0, LONGEST_EXCERPT)}…"`
}
