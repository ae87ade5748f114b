/** A spoken word before it is tied to the caller's text. */
export type SpokenWord = {
  /** Lower case letters and apostrophes. */
  readonly text: string
  readonly written?: string
  readonly sound: 'word' | 'letter' | readonly string[]
  /** A short pause follows, as between the groups of a telephone number. */
  readonly pause?: true
}

/**
 * Words from a phrase in a small notation: a capital letter is a letter to be named (`B B C`), with `'s` behind it its
 * plural or possessive, with `'d` its past (`O K'd`), a comma a short pause, a hyphen a space. `say('twenty-one B')` is three spoken words.
 */
export function say(phrase: string): readonly SpokenWord[] {
  if (!/[ ,-]/.test(phrase)) return phrase === '' ? [] : [sayWord(phrase)]
  const words: SpokenWord[] = []
  for (const part of phrase.split(/[ -]+/)) {
    const pause = part.endsWith(',')
    const word = pause ? part.slice(0, -1) : part
    if (word !== '') words.push(pause ? { ...sayWord(word), pause } : sayWord(word))
  }
  return words
}

function sayWord(word: string): SpokenWord {
  if (word.length !== 2 && word.length < 4 && /^[A-Z](?:'[sd])?$/.test(word))
    return { text: word.toLowerCase(), sound: 'letter' }
  return { text: word, sound: 'word' }
}

/** Spells letters out, not their apostrophes: `BBC` is `B B C` in the notation of `say`. */
export function spell(letters: string): string {
  return letters.toUpperCase().replaceAll("'", '').split('').join(' ')
}

/** A written word that is said as a word. */
export function wordOf(text: string): SpokenWord {
  return { text: text.toLowerCase(), written: text, sound: 'word' }
}
