import type { Pronunciation } from '../../lexicon/lexicon.ts'

/**
 * Whether `é` is heard in a pronunciation: at the end of a word as in `café`, `cafés` and `Chloé`, and anywhere in a name as in
 * `Édouard`, which `Léa` as "lee" does not. True if the word has none.
 */
export function hearsAccent(written: string, phonemes: Pronunciation): boolean {
  const word = written.normalize('NFC')
  const ending = /ée?(s?)$/i.exec(word)
  if (ending !== null) return /^[EI]Y/.test(phonemes.at(ending[1] === '' ? -1 : -2) ?? '')
  const isAccentedName = /^\p{Lu}.*\p{Ll}/u.test(word) && /é/i.test(word)
  return !isAccentedName || phonemes.some((phoneme) => /^E[HY]/.test(phoneme))
}
