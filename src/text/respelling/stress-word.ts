import { ARPABET_VOWELS } from '../arpabet.ts'

/** A sound of ARPAbet without its digit, and the stress that was written with it. */
export type WordSound = { readonly sound: string; readonly stress?: '0' | '1' | '2' }

/**
 * The sounds of a word with a stress digit on each vowel. Where none has the main stress, the first with secondary
 * stress gets it, else the first whose stress was left open, else the first vowel.
 */
export function stressWord(sounds: readonly WordSound[]): readonly string[] {
  const isVowel = ({ sound }: WordSound): boolean => ARPABET_VOWELS.has(sound)
  const candidates = [
    (sound: WordSound) => sound.stress === '1',
    (sound: WordSound) => sound.stress === '2',
    (sound: WordSound) => isVowel(sound) && sound.stress === undefined,
    isVowel,
  ]
  const main = candidates.map((matches) => sounds.findIndex(matches)).find((index) => index !== -1)
  return sounds.map((word, index) => {
    if (!isVowel(word)) return word.sound
    return word.sound + (index === main ? '1' : (word.stress ?? '0'))
  })
}
