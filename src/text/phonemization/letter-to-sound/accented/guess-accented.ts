import type { Pronunciation } from '../../lexicon/lexicon.ts'
import { hasVowel } from '../guess-word.ts'
import { readFrench } from './french-letters.ts'
import { readSpanish } from './spanish-letters.ts'

const LONGEST_WORD = 32
const SPANISH = /[ñáíóú]/
const FRENCH = /[éèêëàâçîïôûùœ]/
/** Letters of neither language. */
const OTHER = /[^a-zñáíóúüéèêëàâçîïôûùœ]/

/**
 * How an unknown word with the accents of Spanish or French is said. Undefined for other words, also for those with letters of
 * neither language; `é` alone counts as French.
 */
export function guessAccented(written: string): Pronunciation | undefined {
  const word = written.toLowerCase().normalize('NFC')
  if (word.length > LONGEST_WORD || OTHER.test(word)) return undefined
  const isSpanish = SPANISH.test(word)
  if (!isSpanish && !FRENCH.test(word)) return undefined
  const phonemes = isSpanish ? readSpanish(word) : readFrench(word)
  return hasVowel(phonemes) ? phonemes : undefined
}

/** Whether a final `é` is heard in a pronunciation, as in `café`, `cafés` and `Chloé`; true if the word has none. */
export function hearsFinalAccent(written: string, phonemes: Pronunciation): boolean {
  const ending = /ée?(s?)$/i.exec(written.normalize('NFC'))
  if (ending === null) return true
  return /^[EI]Y/.test(phonemes.at(ending[1] === '' ? -1 : -2) ?? '')
}
