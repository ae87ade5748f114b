import type { WordInText } from './explanations.ts'

const ORIGINS: Readonly<Record<string, string>> = {
  lexicon: 'It is in the lexicon.',
  homograph: 'It is said in several ways; the words around it decide.',
  derived: 'It is made of words in the lexicon.',
  letter_to_sound: 'It is in no lexicon, so it is guessed from its letters.',
  respelling: 'It is respelled.',
}

/** Why a word is said as it is, in words for people. */
export function describeOrigin({ explained, kind }: WordInText): string {
  if (explained.replacement !== null) return 'A library says it so.'
  if (kind === 'converted') return 'It is a number, a date, an abbreviation or a sign, read in words.'
  const origin = explained.origin.includes('letter_to_sound') ? 'letter_to_sound' : explained.origin[0]
  return ORIGINS[origin ?? 'lexicon'] ?? ''
}
