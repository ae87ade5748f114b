import rows from '../../../data/english/common-words.json' with { type: 'json' }

/** The codes of the parts of speech that the table names. */
const PARTS: Readonly<Record<string, string>> = {
  verb: 'v',
  past: 'vd',
  unchanging: 'vi',
  noun: 'n',
  adjective: 'j',
  plural: 'ns',
}

/** The code of each frequent word that is mostly one part of speech and whose ending does not show which; undefined for a word of two. */
const CODES = new Map<string, string | undefined>()
for (const { word, part } of rows) CODES.set(word, CODES.has(word) ? undefined : PARTS[part])

/** The code of the part of speech that a frequent word mostly is; undefined if the word is not in the table, or there twice. */
export function partOfSpeech(word: string): string | undefined {
  if (CODES.has(word)) return CODES.get(word)
  const stem = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=s|sh|ch|x)es$|s$/, '')
  const code = stem === word ? undefined : CODES.get(stem)
  return code === 'n' || code === 'v' ? `${code}s` : undefined
}
