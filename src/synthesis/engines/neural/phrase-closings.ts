import type { TokenScript } from './token-script.ts'

/** The last tokens of a word before a pause. */
export type PhraseClosing = {
  /** The word's last vowel. */
  readonly vowel: number
  /** The last sound from the vowel on that carries a pitch; sounds after it have little voice or none. */
  readonly lastSung: number
  /** The boundary after the word. */
  readonly boundary: number
}

const VOWEL = /\d$/
/** Vowels, nasals, liquids and glides. */
const SUNG = /^(?:[A-Z]+\d|M|N|NG|L|R|W|Y)$/

const VOICELESS = /^(?:P|T|K|CH|F|TH|S|SH|HH)$/

/** True for tokens of sounds that carry a pitch. */
export function isSung(token: string): boolean {
  return SUNG.test(token)
}

/** True for phonemes without voice; false for none. */
export function isVoiceless(phoneme: string | undefined): boolean {
  return phoneme !== undefined && VOICELESS.test(phoneme)
}

/** The closings of a script's phrases, in order. A last word without a vowel has none. */
export function findClosings({ tokens, words }: Pick<TokenScript, 'tokens' | 'words'>): readonly PhraseClosing[] {
  return words.flatMap(({ firstToken, endToken, pauseSamples }, i) => {
    const isLast = i === words.length - 1
    const vowel = isLast || pauseSamples > 0 ? lastToken(tokens, { firstToken, endToken }, VOWEL) : undefined
    if (vowel === undefined) return []
    return [{ vowel, lastSung: lastToken(tokens, { firstToken: vowel, endToken }, SUNG)!, boundary: endToken }]
  })
}

type Range = { readonly firstToken: number; readonly endToken: number }

function lastToken(tokens: readonly string[], { firstToken, endToken }: Range, kind: RegExp): number | undefined {
  const at = tokens.slice(firstToken, endToken).findLastIndex((token) => kind.test(token))
  return at < 0 ? undefined : firstToken + at
}
