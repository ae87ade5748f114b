import { syllabify } from './syllabify.ts'

/** ARPAbet -> letters, for sounds that are written alone. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AA: 'ah',
    AE: 'a',
    AH: 'uh',
    AO: 'aw',
    AW: 'ow',
    AY: 'y',
    EH: 'eh',
    ER: 'ur',
    EY: 'ay',
    IH: 'ih',
    IY: 'ee',
    OW: 'oh',
    OY: 'oy',
    UH: 'uu',
    UW: 'oo',
    HH: 'h',
    JH: 'j',
  }),
)

/** Sounds that are written together at the end of a syllable. */
const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'AA R': 'ar',
    'AO R': 'or',
    'EH R': 'err',
    'IH R': 'eer',
    'AE NG': 'ayng',
    'AE NG K': 'aynk',
    'NG K': 'nk',
    // Names of other languages may have a Y there, whose letter would be read as the vowel of "isle".
    'AO Y': 'oy',
    'OW Y': 'oy',
    'AA Y': 'y',
    'AH Y': 'y',
    'EH Y': 'ay',
    'EY Y': 'ay',
    'IH Y': 'ee',
    'IY Y': 'ee',
  }),
)
const LONGEST_ENDING = 3

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

function lettersOf(sounds: readonly string[]): string {
  let letters = ''
  for (let at = 0; at < sounds.length; ) {
    const length = soundsTogether(sounds, at)
    letters += lettersFor(sounds.slice(at, at + length).join(' '))
    at += length
  }
  return letters
}

/** How many sounds from a place on are written together. */
function soundsTogether(sounds: readonly string[], at: number): number {
  for (let length = LONGEST_ENDING; length > 1; length--) {
    if (ENDINGS.has(sounds.slice(at, at + length).join(' '))) return length
  }
  return 1
}

function lettersFor(sounds: string): string {
  return ENDINGS.get(sounds) ?? LETTERS.get(sounds) ?? sounds.toLowerCase()
}
