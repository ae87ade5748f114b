import { isVowel } from '../../arpabet.ts'
import { soundsOfD, soundsOfS } from '../../language/possessive.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Endings that sound the same after every stem. */
const SOUNDS: Readonly<Record<string, string>> = {
  ability: 'AH0 B IH1 L AH0 T IY0',
  able: 'AH0 B AH0 L',
  ally: 'L IY0',
  er: 'ER0',
  "er's": 'ER0 Z',
  ers: 'ER0 Z',
  "ers'": 'ER0 Z',
  est: 'AH0 S T',
  ful: 'F AH0 L',
  fulness: 'F AH0 L N AH0 S',
  hood: 'HH UH2 D',
  "in'": 'IH0 N',
  ing: 'IH0 NG',
  ings: 'IH0 NG Z',
  ish: 'IH0 SH',
  ism: 'IH2 Z AH0 M',
  ist: 'AH0 S T',
  ization: 'AH0 Z EY1 SH AH0 N',
  ize: 'AY2 Z',
  izer: 'AY2 Z ER0',
  less: 'L AH0 S',
  lessness: 'L AH0 S N AH0 S',
  like: 'L AY2 K',
  ly: 'L IY0',
  ment: 'M AH0 N T',
  ments: 'M AH0 N T S',
  ness: 'N AH0 S',
  ship: 'SH IH2 P',
  ward: 'W ER0 D',
  wise: 'W AY2 Z',
  y: 'IY0',
  "'ll": 'AH0 L',
  "'re": 'ER0',
}

/** The sounds of a stem and one of the endings of `spellStems`: -s and -ed take on the voice of the stem's last sound, and -y is weak before -ly. */
export function attachEnding(stem: Pronunciation, ending: string): Pronunciation {
  if (ending === 's' || ending === "'s") return [...stem, ...soundsOfS(stem.at(-1)!)]
  if (ending === "'" || ending === "s'") return ending === "'" ? stem : [...stem, ...soundsOfS(stem.at(-1)!)]
  if (ending === 'ed' || ending === "'d") return [...stem, ...soundsOfD(stem.at(-1)!)]
  if (ending === "'ve") return [...stem, ...(isVowel(stem.at(-1)!) ? ['V'] : ['AH0', 'V'])]
  if (ending === 'ly' && stem.at(-1) === 'IY0') return [...stem.slice(0, -1), 'AH0', 'L', 'IY0']
  const sounds = SOUNDS[ending]!.split(' ')
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
