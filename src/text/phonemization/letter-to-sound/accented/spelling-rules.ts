import { ARPABET_CONSONANTS, ARPABET_VOWELS } from '../../../arpabet.ts'
import type { Pronunciation } from '../../lexicon/lexicon.ts'

/** What letters at the start of the rest of a word sound like: ARPAbet without stress, empty if they are silent. */
export type SpellingRule = readonly [letters: RegExp, sounds: string | ((letters: string) => string)]

/** A phone, and the letters that it comes from. */
export type SpelledSound = { readonly phone: string; readonly letters: string; readonly isVowel: boolean }

/** Reads a word from left to right, by the first rule that matches. Letters without a rule sound like their English name-sake. */
export function readByRules(word: string, rules: readonly SpellingRule[]): readonly SpelledSound[] {
  const sounds: SpelledSound[] = []
  for (let at = 0; at < word.length; ) {
    const rest = word.slice(at)
    const rule = rules.find(([pattern]) => pattern.test(rest))
    const letters = rule?.[0].exec(rest)?.[0] ?? rest[0]!
    const own = ARPABET_CONSONANTS.has(letters.toUpperCase()) ? letters.toUpperCase() : ''
    const spelled = rule === undefined ? own : rule[1]
    const phones = typeof spelled === 'string' ? spelled : spelled(letters)
    for (const phone of phones.split(' ').filter((phone) => phone !== ''))
      sounds.push({ phone, letters, isVowel: ARPABET_VOWELS.has(phone) })
    at += letters.length
  }
  return sounds
}

/** The sounds with primary stress on one vowel, counted from 0, and none on the others. */
export function stressSyllable(sounds: readonly SpelledSound[], stressed: number): Pronunciation {
  let vowel = -1
  return sounds.map(({ phone, isVowel }) => {
    if (!isVowel) return phone
    vowel++
    return `${phone}${vowel === stressed ? 1 : 0}`
  })
}
