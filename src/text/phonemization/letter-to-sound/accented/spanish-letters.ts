import type { Pronunciation } from '../../lexicon/lexicon.ts'
import { readByRules, type SpellingRule, stressSyllable } from './spelling-rules.ts'

/** Letters of Spanish in the sounds that English speakers give them; `^` is the start of the word, `$` its end. */
const RULES: readonly SpellingRule[] = [
  [/^ch/, 'CH'],
  [/^ll/, 'Y'],
  [/^rr/, 'R'],
  [/^qu(?=[eiéí])/, 'K'],
  [/^gu(?=[eiéí])/, 'G'],
  [/^g(?=[eiéí])/, 'HH'],
  [/^c(?=[eiéí])/, 'S'],
  [/^ai|^ay/, 'AY'],
  [/^ei|^ey/, 'EY'],
  [/^oi|^oy/, 'OY'],
  [/^au/, 'AW'],
  [/^[iy](?=[aáeéoóuú])/, 'Y'],
  [/^[uü](?=[aáeéoóií])/, 'W'],
  [/^[aá]/, 'AA'],
  [/^[eé]$/, 'EY'],
  [/^[eé]/, 'EH'],
  [/^[iíy]/, 'IY'],
  [/^[oó]/, 'OW'],
  [/^[uúü]/, 'UW'],
  [/^ñ/, 'N Y'],
  [/^h/, ''],
  [/^j/, 'HH'],
  [/^z/, 'S'],
  [/^x/, 'K S'],
  [/^c/, 'K'],
  [/^q/, 'K'],
]

/** How a word in Spanish letters is said: stress on the vowel with an accent, else by its ending. `word` is in lower case. */
export function readSpanish(word: string): Pronunciation {
  const sounds = readByRules(word, RULES)
  const vowels = sounds.filter(({ isVowel }) => isVowel).length
  const marked = sounds.filter(({ isVowel }) => isVowel).findIndex(({ letters }) => /[áéíóú]/.test(letters))
  const usual = /[aeioun]s?$/.test(word) && vowels > 1 ? vowels - 2 : vowels - 1
  return stressSyllable(sounds, marked >= 0 ? marked : usual)
}
