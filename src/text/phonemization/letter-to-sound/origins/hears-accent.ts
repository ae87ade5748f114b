import { ARPABET_VOWELS, withoutStress } from '../../../arpabet.ts'
import type { Pronunciation } from '../../lexicon/lexicon.ts'

/**
 * Letters with marks, and the sounds that one of them must have in a name of CMUdict, which has no marks: `Magaña` is not said
 * as `Magana` was in an American newspaper.
 */
const MARK_SOUNDS: readonly (readonly [letters: RegExp, sounds: RegExp])[] = [
  [/ñ/, /N Y/],
  [/[öő]/, /ER|UH|AO R/],
  [/ø/, /ER|UH/],
  [/ô/, /OW|AO/],
  [/[èê]/, /E[HY]/],
  [/[üű]/, /U[HW]|IY|IH|Y/],
  [/ä/, /E[HY]|AY/],
  [/ç/, /S|CH|SH/],
  [/[čć]/, /CH/],
  [/[šşș]/, /SH/],
  [/[žż]/, /ZH|Z/],
]
/** Letters that only Vietnamese uses. */
const VIETNAMESE = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u

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

/** Whether the other marks of a name, such as those of `ñ`, `ö` or `č`, are heard in a pronunciation. True for words without a capital. */
export function hearsMarks(written: string, phonemes: Pronunciation): boolean {
  const word = written.normalize('NFC').toLowerCase()
  if (/^[\p{ASCII}’]*$/u.test(word) || !/^\p{Lu}/u.test(written)) return true
  const sounds = phonemes.map(withoutStress).join(' ')
  return !VIETNAMESE.test(word) && MARK_SOUNDS.every(([letters, heard]) => !letters.test(word) || heard.test(sounds))
}

/** Whether two pronunciations are stressed on the same syllable, counted from the end. */
export function stressesAlike(one: Pronunciation, other: Pronunciation): boolean {
  return vowelsAfterStress(one) === vowelsAfterStress(other)
}

function vowelsAfterStress(phonemes: Pronunciation): number {
  const vowels = phonemes.filter((phoneme) => ARPABET_VOWELS.has(withoutStress(phoneme)))
  return vowels.length - vowels.findLastIndex((vowel) => vowel.endsWith('1'))
}
