import type { TunedPhrase } from './choose-tunes.ts'
import type { Aside } from './find-asides.ts'

/** Where a phrase lies and how widely it moves. */
export type Register = {
  /** Factor of all movements, the voice's own among them. */
  readonly range: number
  /** Semitones at its start and at its end. */
  readonly from: number
  readonly to: number
}

/** Half of the fall of the line under a sentence: so much a word, and at most. */
const DECLINATION_PER_WORD = 0.1
const MOST_DECLINATION = 1.5
const PARAGRAPH_START = 1
const PARAGRAPH_END = -0.8
const EXCLAMATION_RANGE = 1.25
const BRACKETS = { range: 0.6, shift: -1 }
const QUOTATION = { range: 0.85, shift: 0 }

/** What the register of a sentence hangs on. */
type Context = {
  readonly startsParagraph: boolean
  readonly endsParagraph: boolean
  /** By index into the words of the text. */
  readonly asides: readonly Aside[]
}

/** The register of each phrase of a sentence: a line that falls through all of it, with steps for what is set off. */
export function chooseRegister(phrases: readonly TunedPhrase[], context: Context): readonly Register[] {
  const total = phrases.reduce((sum, { words }) => sum + words.length, 0)
  const isQuotedWhole = phrases.every((phrase) => asideOf(phrase, context) !== 'none')
  const heightAt = lineOf(phrases, total, context)
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
 * Declination: pitch falls over a sentence, the more the longer it is ('t Hart, Collier and Cohen, "A Perceptual Study of Intonation",
 * 1990), but hardly in questions that rise (Thorsen, "A study of the perception of sentence intonation", JASA 67, 1980). A paragraph begins higher
 * and ends lower than its other sentences (Lehiste, "The phonetic structure of paragraphs", 1975).
 */
function lineOf(phrases: readonly TunedPhrase[], words: number, context: Context): (part: number) => number {
  const rises = phrases.at(-1)!.tune === 'rise'
  const declination = rises ? 0 : Math.min(MOST_DECLINATION, words * DECLINATION_PER_WORD)
  const start = declination + (context.startsParagraph ? PARAGRAPH_START : 0)
  const end = -declination + (context.endsParagraph && !rises ? PARAGRAPH_END : 0)
  return (part) => start + (end - start) * part
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
