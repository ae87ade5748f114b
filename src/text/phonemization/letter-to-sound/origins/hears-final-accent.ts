import type { Pronunciation } from '../../lexicon/lexicon.ts'

/** Whether a final `é` is heard in a pronunciation, as in `café`, `cafés` and `Chloé`; true if the word has none. */
export function hearsFinalAccent(written: string, phonemes: Pronunciation): boolean {
  const ending = /ée?(s?)$/i.exec(written.normalize('NFC'))
  if (ending === null) return true
  return /^[EI]Y/.test(phonemes.at(ending[1] === '' ? -1 : -2) ?? '')
}
