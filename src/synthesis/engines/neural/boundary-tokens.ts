/** `<s>` begins a recording, `_` separates words without a pause, and `</s>` ends a recording without punctuation. */
export const BOUNDARY_TOKENS: readonly string[] = ['<s>', '_', ',', '.', '?', '!', ';', ':', '-', '(', '"', '</s>']

/** True for tokens between words or around utterances. */
export function isBoundary(token: string): boolean {
  return BOUNDARY_TOKENS.includes(token)
}
