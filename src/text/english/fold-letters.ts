/** Letters that do not come apart into a base letter and a mark. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'ng',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
  ſ: 's',
}

/** The word in the letters of the lexicon: lower case, `é` as `e`, `ß` as `ss`, curly apostrophes straight, nothing but a-z, `'` and `-`. */
export function foldLetters(word: string): string {
  if (/^[a-z]+$/.test(word)) return word
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[^ -~]/g, (letter) => WHOLE_LETTERS[letter] ?? '')
    .replace(/[^a-z'-]/g, '')
}
