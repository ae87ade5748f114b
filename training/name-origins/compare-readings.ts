import { isVowel } from '../../src/text/arpabet.ts'
import type { Pronunciation } from '../../src/text/phonemization/lexicon/lexicon.ts'

/** Vowels that a newsreader may take for each other in a name. */
const KIN: Readonly<Record<string, string>> = {
  AA: 'a',
  AE: 'a',
  AH: 'a',
  EH: 'e',
  EY: 'e',
  IH: 'e',
  IY: 'e',
  AO: 'o',
  OW: 'o',
  UH: 'u',
  UW: 'u',
}
const WEAK = new Set(['AH0', 'IH0', 'EH0', 'AA0', 'AE0', 'IY0'])

/** Whether two readings differ in weak vowels and near ones at most, and stress the same syllable. */
export function isAlike(a: Pronunciation, b: Pronunciation): boolean {
  return outline(a) === outline(b)
}

function outline(phonemes: Pronunciation): string {
  const vowels = phonemes.filter(isVowel)
  const stressed = vowels.findIndex((vowel) => vowel.endsWith('1'))
  return `${stressed} ${phonemes.map(outlineOf).join(' ')}`
}

function outlineOf(phoneme: string): string {
  if (phoneme === 'ZH') return 'Z'
  if (!isVowel(phoneme)) return phoneme
  const vowel = phoneme.slice(0, -1)
  if (vowel === 'ER') return phoneme === 'ER0' ? '@ R' : 'a R'
  return WEAK.has(phoneme) ? '@' : (KIN[vowel] ?? vowel)
}
