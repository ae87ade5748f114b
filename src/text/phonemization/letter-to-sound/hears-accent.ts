import rows from '../../../../data/english/marked-letters.json' with { type: 'json' }
import { isVowel, phonesOf } from '../../arpabet.ts'
import { wordList } from '../../english/word-list.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/**
 * Letters with marks, and the sounds of which one must be in a name of CMUdict, which has no marks: `Löw` is not said as `low`. No
 * entry has those of letters that only Vietnamese uses.
 */
const MARKS = rows.map(({ letters, sounds }) => ({
  letters: letters.split(' '),
  sounds: sounds.split(' | ').map((sound) => ` ${sound} `),
}))

/** Spanish words in -és that are written without a capital. */
const SPANISH_ES = wordList('Spanish words in -és')
/** Words of French whose plural may begin a sentence, and which the lexicon has otherwise or not at all. */
const FRENCH_ES = wordList('French words in -és')

/** Whether a word ends in the -és of Spanish, as `Cortés` and `inglés`: a name does, unless it has another mark. */
export function endsInSpanishEs(written: string): boolean {
  const word = written.normalize('NFC')
  return (/^\p{Lu}[a-z]*és$/u.test(word) && !FRENCH_ES.has(word.toLowerCase())) || SPANISH_ES.has(word)
}

/**
 * Whether `ñ` and `é` are heard in a pronunciation. `é` is heard at the end of a word as in `café`, `cafés` and `Chloé`, and
 * anywhere in a name as in `Édouard` and `Andrés`, which `Léa` as "lee" does not; at the start of a name, English also weakens it. True if the
 * word has neither.
 */
export function hearsAccent(written: string, phonemes: Pronunciation): boolean {
  const word = written.normalize('NFC')
  if (/ñ/i.test(word) && !/N Y/.test(phonemes.join(' '))) return false
  if (/ŷ/i.test(word) && !/IY1/.test(phonemes.join(' '))) return false
  if (endsInSpanishEs(word)) return /E[HY][12] [SZ]$/.test(phonemes.join(' '))
  const ending = /ée?(s?)$/i.exec(word)
  if (ending !== null) return /^[EI]Y/.test(phonemes.at(ending[1] === '' ? -1 : -2) ?? '')
  const isAccentedName = /^\p{Lu}.*\p{Ll}/u.test(word) && /é/i.test(word)
  if (!isAccentedName || phonemes.some((phoneme) => /^E[HY]/.test(phoneme))) return true
  return word.startsWith('É') && /^(?:AH|I[HY])/.test(phonemes[0] ?? '')
}

/** Whether the other marks of a name, such as those of `ö`, `è` or `č`, are heard in a pronunciation. True for words without a capital. */
export function hearsMarks(written: string, phonemes: Pronunciation): boolean {
  const word = written.normalize('NFC').toLowerCase()
  if (/^[\p{ASCII}’]*$/u.test(word) || !/^\p{Lu}/u.test(written)) return true
  const phones = ` ${phonesOf(phonemes)} `
  const isHeard = ({ sounds }: (typeof MARKS)[number]): boolean => sounds.some((sound) => phones.includes(sound))
  return MARKS.every((mark) => isHeard(mark) || !mark.letters.some((letter) => word.includes(letter)))
}

/** Whether two pronunciations are stressed on the same syllable, counted from the end. */
export function stressesAlike(one: Pronunciation, other: Pronunciation): boolean {
  return vowelsAfterStress(one) === vowelsAfterStress(other)
}

function vowelsAfterStress(phonemes: Pronunciation): number {
  const vowels = phonemes.filter(isVowel)
  return vowels.length - vowels.findLastIndex((vowel) => vowel.endsWith('1'))
}
