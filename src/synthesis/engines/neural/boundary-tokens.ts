/** `<s>` opens a recording, `_` is between words without a pause, `</s>` ends without punctuation. */
export const BOUNDARY_TOKENS: readonly string[] = ['<s>', '_', ',', '.', '?', '!', ';', ':', '-', '(', '"', '</s>']

/** True for tokens that are between words and around utterances. */
export function isBoundary(token: string): boolean {
  return BOUNDARY_TOKENS.includes(token)
}
