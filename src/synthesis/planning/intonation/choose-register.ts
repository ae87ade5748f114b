import type { TunedPhrase } from './choose-tunes.ts'
import type { Aside } from './find-asides.ts'

/** How high a phrase is and how widely it moves. */
export type Register = {
  /** Factor of all movements, the voice's own among them. */
  readonly range: number
  /** Semitones at its start and at its end. */
  readonly from: number
  readonly to: number
}

/**
 * Semitones by which the line under a statement rises. The voice's own melody, widened by the avatar's expression, falls about this much
 * more than the reader of its recordings does.
 */
const COUNTER_DECLINATION = 0.6
const PARAGRAPH_START = 0.5
const EXCLAMATION_RANGE = 1.25
const BRACKETS = { range: 0.6, shift: -1 }
const QUOTATION = { range: 0.85, shift: 0 }

/** What the register of a sentence hangs on. */
type Context = {
  readonly startsParagraph: boolean
  /** By index into the words of the text. */
  readonly asides: readonly Aside[]
}

/** Returns the register of each phrase of a sentence: a line through all of it, with steps for asides. */
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
 * The declination is the voice's own, and here only corrected; questions that rise hardly have one (Thorsen, "A study of the perception of
 * sentence intonation", JASA 67, 1980). A paragraph begins higher than its other sentences (Lehiste, "The phonetic structure of paragraphs",
 * 1975).
 */
function lineOf(phrases: readonly TunedPhrase[], context: Context): (part: number) => number {
  const rise = phrases.at(-1)!.tune === 'rise' ? 0 : COUNTER_DECLINATION
  const opening = context.startsParagraph ? PARAGRAPH_START : 0
  return (part) => (part - 0.5) * rise + (1 - part) * opening
}

/** Words in brackets are said lower and narrower (Bolinger, "Intonation and Its Uses", 1989, on parentheses); a quotation is set off, but less. */
function setOff(aside: Aside): { readonly range: number; readonly shift: number } {
  if (aside === 'brackets') return BRACKETS
  return aside === 'quotation' ? QUOTATION : { range: 1, shift: 0 }
}

function asideOf({ words }: TunedPhrase, { asides }: Context): Aside {
  const found = words.map(({ source }) => asides[source] ?? 'none')
  return found.every((aside) => aside === found[0]) ? found[0]! : 'none'
}
