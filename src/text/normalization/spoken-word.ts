/** A spoken word before it is tied to the caller's text. */
export type SpokenWord = {
  /** Lower case letters and apostrophes. */
  readonly text: string
  readonly written?: string
  readonly reading: 'word' | 'letter' | readonly string[]
  /** A short pause follows, as between the groups of a telephone number. */
  readonly pause?: true
}

const LETTER_SOUNDS: Readonly<Record<string, string>> = {
  A: 'EY1',
  B: 'B IY1',
  C: 'S IY1',
  D: 'D IY1',
  E: 'IY1',
  F: 'EH1 F',
  G: 'JH IY1',
  H: 'EY1 CH',
  I: 'AY1',
  J: 'JH EY1',
  K: 'K EY1',
  L: 'EH1 L',
  M: 'EH1 M',
  N: 'EH1 N',
  O: 'OW1',
  P: 'P IY1',
  Q: 'K Y UW1',
  R: 'AA1 R',
  S: 'EH1 S',
  T: 'T IY1',
  U: 'Y UW1',
  V: 'V IY1',
  W: 'D AH1 B AH0 L Y UW0',
  X: 'EH1 K S',
  Y: 'W AY1',
  Z: 'Z IY1',
}
const ENDING_SOUNDS: Readonly<Record<string, string>> = { S: 'AH0 Z', X: 'AH0 Z', H: 'AH0 Z', F: 'S' }

/**
 * Words from a phrase in a small notation: a capital letter is a letter to be named (`B B C`), with `'s` behind it its
 * plural or possessive, a comma a short pause, a hyphen a space. `say('twenty-one B')` is three spoken words.
 */
export function say(phrase: string): readonly SpokenWord[] {
  const words: SpokenWord[] = []
  for (const part of phrase.split(/[ -]+/)) {
    const pause = part.endsWith(',')
    const word = pause ? part.slice(0, -1) : part
    if (word !== '') words.push(pause ? { ...sayWord(word), pause } : sayWord(word))
  }
  return words
}

function sayWord(word: string): SpokenWord {
  if (/^[A-Z]$/.test(word)) return { text: word.toLowerCase(), reading: 'letter' }
  if (/^[A-Z]'s$/.test(word)) return { text: word.toLowerCase(), reading: lettersInPlural(word[0]!) }
  return { text: word, reading: 'word' }
}

function lettersInPlural(letter: string): readonly string[] {
  return `${LETTER_SOUNDS[letter]} ${ENDING_SOUNDS[letter] ?? 'Z'}`.split(' ')
}

/** Spells letters out: `BBC` is `B B C` in the notation of `say`. */
export function spell(letters: string): string {
  return letters.toUpperCase().split('').join(' ')
}
