import { vowelPositions, withoutStress } from '../../arpabet.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Endings that fix the main stress, the sounds that they must have, and the stressed vowel, counted from the last one. */
const ENDINGS: readonly (readonly [spelled: RegExp, said: RegExp, vowel: number])[] = [
  [/[aiu]tions?$/, /(?:EY|IH|UW) SH AH N(?: Z)?$/, 1],
  [/[^aeiou]ics?$/, /[A-Z]+ IH K(?: S)?$/, 1],
  [/[^aeiou]ical$/, /[A-Z]+ IH K AH L$/, 2],
  [/[aeiou][^aeiou]it(?:y|ies)$/, /(?:AH|IH) T IY(?: Z)?$/, 2],
  [/[^aeiou]itis$/, /AY T (?:AH|IH) S$/, 1],
  [/osis$/, /OW S (?:AH|IH) S$/, 1],
]

/** A guessed word of Latin or Greek with its main stress where its ending wants it: `asphyxiation`. Others stay as they are. */
export function settleStress(word: string, phonemes: Pronunciation): Pronunciation {
  const sounds = phonemes.map(withoutStress).join(' ')
  const ending = ENDINGS.find(([spelled, said]) => spelled.test(word) && said.test(sounds))
  if (ending === undefined) return phonemes
  const vowels = vowelPositions(phonemes)
  const target = vowels.at(-1 - ending[2])
  // A weak vowel does not show how it would sound with stress.
  if (target === undefined || phonemes[target]!.startsWith('AH')) return phonemes
  return phonemes.map((phoneme, index) => {
    if (index === target) return `${withoutStress(phoneme)}1`
    if (!phoneme.endsWith('1')) return phoneme
    const apart = vowels.indexOf(target) - vowels.indexOf(index)
    return `${withoutStress(phoneme)}${apart > 1 ? 2 : 0}`
  })
}

/** Sounds of endings that carry the main stress: `musketeer`, `picturesque`. */
const STRESSED_ENDING = /(?:IH1 R|EH1 T|IY1 K|EH1 S K)(?: [SZ])?$/

/**
 * A guess with one main stress. Of several, the last stays (`trichinella`), unless the word ends on it (`footsie`). A guess without one has it on its first
 * strong vowel, or else on the last full vowel before the end (`palazzi`).
 */
export function settleMainStress(phonemes: Pronunciation): Pronunciation {
  const vowels = vowelPositions(phonemes)
  const mains = vowels.filter((at) => phonemes[at]!.endsWith('1'))
  if (mains.length === 1 || vowels.length === 0) return phonemes
  if (mains.length === 0) {
    const fullest = findFullest(phonemes, vowels)
    return phonemes.with(fullest, `${withoutStress(phonemes[fullest]!)}1`)
  }
  const endsOnMain = mains.at(-1) === vowels.at(-1) && !STRESSED_ENDING.test(phonemes.join(' '))
  const kept = endsOnMain ? mains[0]! : mains.at(-1)!
  return phonemes.map((phoneme, at) => {
    if (at === kept || !phoneme.endsWith('1')) return phoneme
    const isStrong = at > kept || vowels.indexOf(kept) - vowels.indexOf(at) > 1 || /^[AEO][WY]/.test(phoneme)
    return `${withoutStress(phoneme)}${isStrong ? 2 : 0}`
  })
}

function findFullest(phonemes: Pronunciation, vowels: readonly number[]): number {
  const strong = vowels.find((at) => phonemes[at]!.endsWith('2'))
  const full = vowels.slice(0, -1).findLast((at) => !/^(?:AH|ER)/.test(phonemes[at]!))
  return strong ?? full ?? vowels.find((at) => !phonemes[at]!.startsWith('AH')) ?? vowels[0]!
}
