import type { WordInText } from './explanations.ts'

const ORIGINS: Readonly<Record<string, string>> = {
  lexicon: 'Its pronunciation is in the lexicon.',
  homograph: 'It has several pronunciations. The words around it decide which one is used.',
  derived: 'Its pronunciation is built from words in the lexicon.',
  letter_to_sound: 'It is in no lexicon, so its pronunciation is guessed from its letters.',
  respelling: 'It is said as it was respelled.',
}

/** Why a word is said as it is, in words for people. */
export function describeOrigin({ explained, kind }: WordInText): string {
  if (explained.replacement !== null) return 'A library changes how it is said.'
  if (kind === 'converted') return 'It is a number, a date, an abbreviation or a sign, read in words.'
  const origin = explained.origin.includes('letter_to_sound') ? 'letter_to_sound' : explained.origin[0]
  return ORIGINS[origin ?? 'lexicon'] ?? ''
}

/** The words that are said for a word; undefined if these are the word as it is written, but for accents and capitals. */
export function describeSpoken({ explained }: WordInText): string | undefined {
  const spoken = explained.spoken.join(' ')
  return fold(spoken) === fold(explained.source) ? undefined : spoken
}

/** Letters that are no base letter with an accent, and what they are written as without it. */
const BASE: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .replaceAll(/[łđøßæœıðþ]/gu, (letter) => BASE[letter] ?? letter)
}
