import { isSung } from '../melody/sound-classes.ts'
import type { TokenScript } from './token-script.ts'

/** Token indexes at the end of a word before a pause. */
export type PhraseClosing = {
  /** The word's last vowel. */
  readonly vowel: number
  /** The last sound from the vowel on that carries a pitch; sounds after it have little voice or none. */
  readonly lastSung: number
  /** The boundary after the word. */
  readonly boundary: number
}

const isVowel = (token: string): boolean => /\d$/.test(token)

/** Finds the closings of a script's phrases, in order. Phrases whose last word has no vowel have none. */
export function findClosings({ tokens, words }: Pick<TokenScript, 'tokens' | 'words'>): readonly PhraseClosing[] {
  return words.flatMap(({ firstToken, endToken, pauseSamples }, i) => {
    const isLast = i === words.length - 1
    const vowel = isLast || pauseSamples > 0 ? lastToken(tokens, { firstToken, endToken }, isVowel) : undefined
    if (vowel === undefined) return []
    return [{ vowel, lastSung: lastToken(tokens, { firstToken: vowel, endToken }, isSung)!, boundary: endToken }]
  })
}

type Range = { readonly firstToken: number; readonly endToken: number }

function lastToken(
  tokens: readonly string[],
  { firstToken, endToken }: Range,
  isKind: (token: string) => boolean,
): number | undefined {
  const at = tokens.slice(firstToken, endToken).findLastIndex(isKind)
  return at < 0 ? undefined : firstToken + at
}
