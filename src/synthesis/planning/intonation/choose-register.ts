import type { Draw } from '../draws.ts'
import type { TunedPhrase } from './choose-tunes.ts'
import type { Aside } from './find-asides.ts'

/** The pitch level of a phrase and the width of its movements. */
export type Register = {
  /** Factor of all movements, including the voice's own. */
  readonly range: number
  /** Semitones at the phrase's start and end. */
  readonly from: number
  readonly to: number
}

/**
 * Semitones by which the line under a statement rises. The voice's own melody, widened by the avatar's expression, falls more
 * than the reader of its recordings does, and a high beginning adds to that.
 */
const COUNTER_DECLINATION = 2
/** Semitones by which the first sentence of a paragraph is higher than others, and by which it begins higher still. */
const PARAGRAPH_SHIFT = 0.8
const PARAGRAPH_START = 0.5
/** What these add on average in a paragraph of a few sentences; taken off, so that a voice keeps its pitch. */
const MEAN_SHIFT = 0.6
/** Standard deviation of the register of sentences, in semitones, and the most by which one differs. The first of a paragraph is never low. */
const DRAWN_REGISTER = 1.5
const MOST_DRAWN = 2.6
const EXCLAMATION_RANGE = 1.25
const BRACKETS = { range: 0.6, shift: -1 }
const QUOTATION = { range: 0.85, shift: 0 }

/** The inputs that determine the register of a sentence. */
type Context = {
  readonly startsParagraph: boolean
  readonly draw: Draw
  /** Indexed by the words of the text. */
  readonly asides: readonly Aside[]
}

/** Returns the register of each phrase of a sentence: one line through the whole sentence, with steps for asides. */
export function chooseRegister(phrases: readonly TunedPhrase[], context: Context): readonly Register[] {
  const total = phrases.reduce((sum, { words }) => sum + words.length, 0)
  const isQuotedWhole = phrases.every((phrase) => asideOf(phrase, context) !== 'none')
  const heightAt = lineOf(phrases, context)
  let spoken = 0
  return phrases.map((phrase) => {
    const aside = isQuotedWhole ? 'none' : asideOf(phrase, context)
    const { range, shift } = setOff(aside)
    const from = heightAt(spoken / total) + shift
    spoken += phrase.words.length
    const to = heightAt(spoken / total) + shift
    return { range: range * (phrase.end === '!' ? EXCLAMATION_RANGE : 1), from, to }
  })
}

/**
 * The line through a sentence. Declination comes from the voice itself and is only corrected here. Rising questions have hardly
 * any (Thorsen, "A study of the perception of sentence intonation", JASA 67, 1980). The first sentence of a paragraph begins
 * higher than the others (Lehiste, "The phonetic structure of paragraphs", 1975).
 */
function lineOf(phrases: readonly TunedPhrase[], context: Context): (part: number) => number {
  const rise = phrases.at(-1)!.tune === 'rise' ? 0 : COUNTER_DECLINATION
  const { startsParagraph, draw } = context
  const opening = startsParagraph ? PARAGRAPH_START : 0
  const drawn = Math.max(-MOST_DRAWN, Math.min(MOST_DRAWN, DRAWN_REGISTER * draw('register', 0)))
  const register = startsParagraph ? Math.max(0, drawn) + PARAGRAPH_SHIFT - MEAN_SHIFT : drawn - MEAN_SHIFT
  return (part) => register + (part - 0.5) * rise + (1 - part) * opening
}

/** Lowers and narrows words in brackets (Bolinger, "Intonation and Its Uses", 1989, on parentheses). Sets off quotations less strongly. */
function setOff(aside: Aside): { readonly range: number; readonly shift: number } {
  if (aside === 'brackets') return BRACKETS
  return aside === 'quotation' ? QUOTATION : { range: 1, shift: 0 }
}

function asideOf({ words }: TunedPhrase, { asides }: Context): Aside {
  const found = words.map(({ source }) => asides[source] ?? 'none')
  return found.every((aside) => aside === found[0]) ? found[0]! : 'none'
}
