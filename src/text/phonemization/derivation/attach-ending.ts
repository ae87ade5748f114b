import rows from '../../../../data/english/endings.json' with { type: 'json' }
import { isVowel } from '../../arpabet.ts'
import { soundsOfD, soundsOfS } from '../../english/possessive.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Endings that sound the same after every stem. */
const SOUNDS: ReadonlyMap<string, string> = new Map(rows.map(({ ending, sounds }) => [ending, sounds] as const))

/** The sounds of a stem and one of the endings of `spellStems`: -s and -ed take on the voice of the stem's last sound, and -y is weak before -ly. */
export function attachEnding(stem: Pronunciation, ending: string): Pronunciation {
  if (ending === 's' || ending === "'s") return [...stem, ...soundsOfS(stem.at(-1)!)]
  if (ending === "'" || ending === "s'") return ending === "'" ? stem : [...stem, ...soundsOfS(stem.at(-1)!)]
  if (ending === 'ed' || ending === "'d") return [...stem, ...soundsOfD(stem.at(-1)!)]
  if (ending === "'ve") return [...stem, ...(isVowel(stem.at(-1)!) ? ['V'] : ['AH0', 'V'])]
  if (ending === 'ly' && stem.at(-1) === 'IY0') return [...stem.slice(0, -1), 'AH0', 'L', 'IY0']
  const sounds = SOUNDS.get(ending)!.split(' ')
  return [...joiningForm(stem, sounds), ...sounds]
}

/** The stem as it is before an ending: `simple` loses its vowel in `simpler`, and one l of `cool` in `coolly`; its stress gives way. */
function joiningForm(stem: Pronunciation, ending: Pronunciation): Pronunciation {
  const first = ending[0]!
  const syllabicL = stem.length > 3 && stem.at(-1) === 'L' && stem.at(-2) === 'AH0' && !isVowel(stem.at(-3)!)
  const before = first === 'L' && stem.at(-1) === 'L' ? stem.slice(0, -1) : stem
  const loosened = syllabicL && (isVowel(first) || first === 'L') ? withoutVowelBeforeL(before) : before
  return ending.some((phoneme) => phoneme.endsWith('1')) ? demoteStress(loosened) : loosened
}

function withoutVowelBeforeL(stem: Pronunciation): Pronunciation {
  return stem.at(-1) === 'L' ? [...stem.slice(0, -2), 'L'] : stem.slice(0, -1)
}

/** Primary stress becomes secondary: the main stress of the whole word is elsewhere. */
export function demoteStress(phonemes: Pronunciation): Pronunciation {
  return phonemes.map((phoneme) => phoneme.replace('1', '2'))
}
