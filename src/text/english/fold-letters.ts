import rows from '../../../data/english/letters.json' with { type: 'json' }

/** Letters that do not come apart into a base letter and a mark. The network of letters was trained with `ð` as `th`. */
const WHOLE_LETTERS = new Map([...rows.map(({ letter, as }) => [letter, as] as const), ['ð', 'th']])

/** The word in the letters of the lexicon: lower case, `é` as `e`, `ß` as `ss`, curly apostrophes straight, nothing but a-z, `'` and `-`. */
export function foldLetters(word: string): string {
  if (/^[a-z]+$/.test(word)) return word
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[^ -~]/g, (letter) => WHOLE_LETTERS.get(letter) ?? '')
    .replace(/[^a-z'-]/g, '')
}
