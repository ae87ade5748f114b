import { ARPABET_CONSONANTS, ARPABET_VOWELS } from '../arpabet.ts'
import type { WordSound } from './stress-word.ts'

/** The sounds of a word such as `M AE1 D IH0` or `t uw`, or the first that ARPAbet does not have. */
export function parseArpabet(written: string): readonly WordSound[] | { readonly unknown: string } {
  const sounds: WordSound[] = []
  for (const one of written.trim().split(/\s+/)) {
    const sound = parseSound(one)
    if (sound === undefined) return { unknown: one }
    sounds.push(sound)
  }
  return sounds
}

function parseSound(written: string): WordSound | undefined {
  const [, sound = '', stress] = /^([A-Z]+)([0-2])?$/.exec(written.toUpperCase()) ?? []
  if (ARPABET_CONSONANTS.has(sound) && stress === undefined) return { sound }
  if (!ARPABET_VOWELS.has(sound)) return undefined
  return stress === '0' || stress === '1' || stress === '2' ? { sound, stress } : { sound }
}
