import { READ_AS_WORDS } from '../../../text/english/acronyms.ts'
import { isAuxiliary, isFunctionWord } from '../../../text/english/word-classes.ts'
import type { Emphasis } from '../../../text/markup/tree/markup-run.ts'
import type { SpokenWord } from '../../../text/utterance.ts'

/** Semitones of an accent above its surroundings, added to the voice's own melody. */
const ACCENT = 6
/** Each accent of a phrase is a little lower than the one before (downstep; Pierrehumbert, thesis, MIT 1980). */
const DOWNSTEP = 0.94
/** Semitones that the first accent of a sentence is higher: the reader's strongest accent comes early. */
const OPENING_LIFT = 3
/** Standard deviation of an accent's height beside its mean. */
const DRAWN = 0.4
/** Factor of the accent on a word that was just said, which is no longer new (Ladd, "Intonational Phonology", 2nd ed. 2008, 6.3). */
const GIVEN = 0.4
/** Factor of the other accents of a phrase with an emphasised word. */
const BESIDE_EMPHASIS = 0.35
const EMPHATIC: Readonly<Record<Emphasis, number>> = { none: ACCENT, reduced: 0, moderate: 6.6, strong: 8 }

/** The accents of a phrase. */
export type Accents = {
  /** Semitones of each word's accent; 0 for none. The nucleus gets its height from the tune, so its entry is only what emphasis adds. */
  readonly heights: readonly number[]
  /** Index of the last accented word, which carries the tune. */
  readonly nucleus: number
  /** True if the nucleus is emphasised: it must be the highest accent of the sentence. */
  readonly isEmphatic: boolean
}

export type AccentContext = {
  /** The words of the sentence before the phrase. */
  readonly heard: ReadonlySet<string>
  readonly opensSentence: boolean
  /** Draws for each word of the phrase. */
  readonly drawAt: (at: number) => number
}

/** Returns the accents of a phrase. Content words are accented; the last accent is on an emphasised word if there is one. */
export function chooseAccents(words: readonly SpokenWord[], { heard, opensSentence, drawAt }: AccentContext): Accents {
  const emphatic = words.findLastIndex(isEmphatic)
  const nucleus = emphatic >= 0 ? emphatic : findNucleus(words)
  const hasEmphasis = emphatic >= 0
  let step = hasEmphasis ? BESIDE_EMPHASIS : 1
  let isOpening = opensSentence
  const heights = words.map((word, i) => {
    if (i === nucleus) return hasEmphasis ? EMPHATIC[word.emphasis!] : 0
    const plain = i > nucleus ? 0 : heightOf(word, heard)
    if (plain <= 0) return 0
    const lifted = plain + (isOpening ? OPENING_LIFT : 0)
    isOpening = false
    const height = isEmphatic(word) ? plain : lifted * step * Math.max(0, 1 + DRAWN * drawAt(i))
    step *= DOWNSTEP
    return height
  })
  return { heights, nucleus, isEmphatic: hasEmphasis }
}

/** True for words that their sentence emphasises. */
export function isEmphatic({ emphasis }: SpokenWord): boolean {
  return emphasis === 'moderate' || emphasis === 'strong'
}

/** The last content word; otherwise the last verb, as in `Yes, I am`; otherwise the last word. */
function findNucleus(words: readonly SpokenWord[]): number {
  const meaning = words.findLastIndex(({ text, emphasis }) => !isFunctionWord(text) && emphasis !== 'reduced')
  if (meaning >= 0) return meaning
  const verb = words.findLastIndex(({ text }) => isAuxiliary(text))
  return verb >= 0 ? verb : words.length - 1
}

function heightOf({ text, emphasis }: SpokenWord, heard: ReadonlySet<string>): number {
  if (emphasis !== undefined && emphasis !== 'none') return EMPHATIC[emphasis]
  if (isFunctionWord(text)) return 0
  return heard.has(text) ? ACCENT * GIVEN : ACCENT
}

/**
 * Returns the words of a sentence, with emphasis on words in capitals among words in lower case. Acronyms, and sentences entirely
 * in capitals, get no emphasis.
 */
export function emphasizeCapitals(words: readonly SpokenWord[]): readonly SpokenWord[] {
  const loud = words.filter(isLoud).length
  if (loud === 0 || loud * 2 > words.length) return words
  return words.map((word) => (word.emphasis === undefined && isLoud(word) ? { ...word, emphasis: 'moderate' } : word))
}

function isLoud({ text, written, origin }: SpokenWord): boolean {
  if (written === text || origin === 'letter_to_sound' || origin === 'respelling') return false
  return /^[A-Z][A-Z']+$/.test(written) && !READ_AS_WORDS.has(text)
}
