import { DEFAULT_LOCALE, type Locale } from '../english/dialects.ts'
import { respellLetter } from '../english/letter-names.ts'
import { LONGEST_SOUNDS, RESPELLING_LETTERS } from './respelling-chart.ts'
import { syllabify } from './syllabify.ts'

/**
 * Writes the sounds of a word in the respelling notation: `T AH1 P AH0 L` as `TUH-puhl`. The stressed syllable is in
 * capitals, and so is one with secondary stress before it; after it, secondary stress is not shown. A word without
 * main stress has its first syllable in capitals. The notation has no way to stress a word without any vowel ("shh").
 */
export function formatRespelling(phonemes: readonly string[]): string {
  const syllables = syllabify(phonemes)
  const main = Math.max(
    0,
    syllables.findLastIndex((syllable) => hasStress(syllable, /1$/)),
  )
  return syllables
    .map((syllable, index) => {
      const letters = formatSyllable(syllable, syllables[index + 1])
      const isCapital = index === main || (index < main && hasStress(syllable, /[12]$/))
      return isCapital ? letters.toUpperCase() : letters
    })
    .join('-')
}

function hasStress(syllable: readonly string[], stress: RegExp): boolean {
  return syllable.some((phoneme) => stress.test(phoneme))
}

function formatSyllable(syllable: readonly string[], next: readonly string[] = []): string {
  const sounds = syllable.map((phoneme) => phoneme.replace(/\d$/, ''))
  // The vowel of "story" and "more" is written oh where its r begins the next syllable.
  if (sounds.at(-1) === 'AO' && next[0] === 'R') return `${lettersOf(sounds.slice(0, -1))}oh`
  return lettersOf(sounds)
}

/** At each place the letters of as many sounds as the chart writes together. */
function lettersOf(sounds: readonly string[]): string {
  let letters = ''
  for (let at = 0; at < sounds.length; ) {
    const together = (length: number) => RESPELLING_LETTERS.get(sounds.slice(at, at + length).join(' '))
    let length = LONGEST_SOUNDS
    while (length > 1 && together(length) === undefined) length--
    letters += together(length) ?? ''
    at += length
  }
  return letters
}

/**
 * The respelling of a word that is said letter by letter, stressed on the last: `FBI` as `ehf-bee-Y`.
 * Undefined if the word holds anything but the letters A to Z.
 */
export function formatInitialismRespelling(word: string, locale: Locale = DEFAULT_LOCALE): string | undefined {
  const names = Array.from(word.toLowerCase(), (letter) => respellLetter(letter, locale))
  const last = names.pop()
  if (last === undefined || names.includes(undefined)) return undefined
  return [...names.map((name) => name?.toLowerCase()), last.includes('-') ? last : last.toUpperCase()].join('-')
}
