import type { Pronunciation } from '../../lexicon/lexicon.ts'
import { readByRules, type SpellingRule, stressSyllable } from './spelling-rules.ts'

/** Letters of French in the sounds that English speakers give them; a rule sees the rest of the word. */
const RULES: readonly SpellingRule[] = [
  // Endings.
  [/^(?:ée|é|er|ez|et)s?$/, 'EY'],
  [/^(?:es|e)$/, ''],
  [/^(?:eaux|eau|aux|aud|aut|ault|ots?|os)$/, 'OW'],
  [/^(?:[tdsxzp]s?)$/, ''],
  // Nasal vowels, before a consonant or at the end.
  [/^(?:ain|ein|aim|in|im|ïn)(?![aeiouyéèêhnm])/, 'AE N'],
  [/^ien(?![aeiouyéèêhnm])/, 'Y AE N'],
  [/^(?:an|am|en|em)(?![aeiouyéèêhnm])/, 'AA N'],
  [/^(?:on|om)(?![aeiouyéèêhnm])/, 'OW N'],
  [/^(?:un|um)(?![aeiouyéèêhnm])/, 'AH N'],
  // Groups of letters.
  [/^(?:eau|au)/, 'OW'],
  [/^(?:oux|oup)$/, 'UW'],
  [/^(?:oû|ou)/, 'UW'],
  [/^oi|^oî/, 'W AA'],
  [/^(?:œu|oeu|eu|œ)/, 'UH'],
  [/^(?:ai|aî|ei)/, 'EH'],
  [/^ille/, 'IY'],
  [/^gn/, 'N Y'],
  [/^ch/, 'SH'],
  [/^ph/, 'F'],
  [/^th/, 'T'],
  [/^qu/, 'K'],
  [/^gu(?=[eiéèêîy])/, 'G'],
  [/^g(?=[eiéèêëîïy])/, 'ZH'],
  [/^c(?=[eiéèêëîïy])/, 'S'],
  // Double consonants sound once.
  [/^([bcdfglmnprst])\1/, (letters) => readSingle(letters[0]!)],
  // Letters.
  [/^é/, 'EY'],
  [/^[èêë]/, 'EH'],
  [/^[aàâ]/, 'AA'],
  [/^[iîïy](?=[aeiouéèê])/, 'Y'],
  [/^[iîïy]/, 'IY'],
  [/^[oô]/, 'OW'],
  [/^[uûùü]/, 'UW'],
  [/^e(?=[bcdfglmnprst]{2})/, 'EH'],
  [/^e/, 'AH'],
  [/^ç/, 'S'],
  [/^j/, 'ZH'],
  [/^h/, ''],
  [/^x/, 'K S'],
  [/^[cq]/, 'K'],
]

/** `s` between vowels. */
const VOICED_S = /(?<=[aeiouyéèêîïôû])s(?=[aeiouyéèêîïôû])/g

function readSingle(letter: string): string {
  return letter === 'c' ? 'K' : letter.toUpperCase()
}

/** How a word in French letters is said, with the stress on its last syllable. `word` is in lower case. */
export function readFrench(word: string): Pronunciation {
  const sounds = readByRules(word.replace(VOICED_S, 'z'), RULES)
  return stressSyllable(sounds, sounds.filter(({ isVowel }) => isVowel).length - 1)
}
