import type { Emphasis } from '../../../text/markup/tree/markup-run.ts'
import { READ_AS_WORDS } from '../../../text/normalization/tables/acronyms.ts'
import type { SpokenWord } from '../../../text/utterance.ts'
import { isAuxiliary, isFunctionWord } from './word-classes.ts'

/** Semitones of an accent over its surroundings, on top of the voice's own. */
const ACCENT = 2
/** Each accent of a phrase is a little lower than the one before (downstep; Pierrehumbert, thesis, MIT 1980). */
const DOWNSTEP = 0.88
/** A word that was just said is new no more (Ladd, "Intonational Phonology", 2nd ed. 2008, 6.3). */
const GIVEN = 0.4
const EMPHATIC: Readonly<Record<Emphasis, number>> = { none: ACCENT, reduced: 0, moderate: 3, strong: 4 }

/** The accents of a phrase. */
export type Accents = {
  /** Semitones of each word's accent; 0 for none. */
  readonly heights: readonly number[]
  /** The index of the last accented word, on which the tune is said. */
  readonly nucleus: number
}

/** Which words of a phrase are accented: those with meaning, unless one is emphasised, which then is the last. */
export function chooseAccents(words: readonly SpokenWord[], heard: ReadonlySet<string>): Accents {
  const emphatic = words.findLastIndex(({ emphasis }) => emphasis === 'moderate' || emphasis === 'strong')
  const nucleus = emphatic >= 0 ? emphatic : findNucleus(words)
  let step = 1
  const heights = words.map((word, i) => {
    const height = i > nucleus ? 0 : heightOf(word, { isNucleus: i === nucleus, heard }) * step
    if (height > 0) step *= DOWNSTEP
    return height
  })
  return { heights, nucleus }
}

/** The last word with meaning; else the last verb, as in `Yes, I am`; else the last word. */
function findNucleus(words: readonly SpokenWord[]): number {
  const meaning = words.findLastIndex(({ text, emphasis }) => !isFunctionWord(text) && emphasis !== 'reduced')
  if (meaning >= 0) return meaning
  const verb = words.findLastIndex(({ text }) => isAuxiliary(text))
  return verb >= 0 ? verb : words.length - 1
}

type Place = { readonly isNucleus: boolean; readonly heard: ReadonlySet<string> }

function heightOf({ text, emphasis }: SpokenWord, { isNucleus, heard }: Place): number {
  if (emphasis !== undefined && emphasis !== 'none') return EMPHATIC[emphasis]
  if (isNucleus) return ACCENT
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
  if (origin === 'letter_to_sound' || origin === 'respelling') return false
  return /^[A-Z][A-Z']+$/.test(written) && !READ_AS_WORDS.has(text)
}
