import { isAuxiliary, isFunctionWord } from '../../../text/language/word-classes.ts'
import type { Emphasis } from '../../../text/markup/tree/markup-run.ts'
import { READ_AS_WORDS } from '../../../text/normalization/tables/acronyms.ts'
import type { SpokenWord } from '../../../text/utterance.ts'

/** Semitones of an accent over its surroundings, on top of the voice's own. */
const ACCENT = 6
/** Each accent of a phrase is a little lower than the one before (downstep; Pierrehumbert, thesis, MIT 1980). */
const DOWNSTEP = 0.97
/** A word that was just said is new no more (Ladd, "Intonational Phonology", 2nd ed. 2008, 6.3). */
const GIVEN = 0.4
/** Factor of the other accents of a phrase with an emphasised word. */
const BESIDE_EMPHASIS = 0.35
const EMPHATIC: Readonly<Record<Emphasis, number>> = { none: ACCENT, reduced: 0, moderate: 6.6, strong: 8 }

/** The accents of a phrase. */
export type Accents = {
  /** Semitones of each word's accent; 0 for none. The nucleus has the height of its tune, and here only what emphasis asks for. */
  readonly heights: readonly number[]
  /** The index of the last accented word, on which the tune is said. */
  readonly nucleus: number
  /** The nucleus is emphasised: it has to be the highest of the sentence. */
  readonly isEmphatic: boolean
}

/** Returns the accents of a phrase: on words with meaning, the last on an emphasised word if there is one. */
export function chooseAccents(words: readonly SpokenWord[], heard: ReadonlySet<string>): Accents {
  const emphatic = words.findLastIndex(isEmphatic)
  const nucleus = emphatic >= 0 ? emphatic : findNucleus(words)
  const hasEmphasis = emphatic >= 0
  let step = hasEmphasis ? BESIDE_EMPHASIS : 1
  const heights = words.map((word, i) => {
    if (i === nucleus) return hasEmphasis ? EMPHATIC[word.emphasis!] : 0
    const height = i > nucleus ? 0 : heightOf(word, heard) * (isEmphatic(word) ? 1 : step)
    if (height > 0) step *= DOWNSTEP
    return height
  })
  return { heights, nucleus, isEmphatic: hasEmphasis }
}

/** True for words that their sentence emphasises. */
export function isEmphatic({ emphasis }: SpokenWord): boolean {
  return emphasis === 'moderate' || emphasis === 'strong'
}

/** The last word with meaning; else the last verb, as in `Yes, I am`; else the last word. */
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
 * The words of a sentence, those in capitals among others in small letters with the emphasis that the capitals ask for. Acronyms and
 * sentences in capitals ask for none.
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
