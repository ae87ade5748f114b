import type { SpokenWord } from '../utterance.ts'

/** Semitones that intonation adds to each phoneme of a word, and last to where its sound ends. */
export type Melody = readonly number[]

/** A question that begins with one of these asks for content, and falls. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  "who whom whose what which when where why how who's what's when's where's why's how's".split(' '),
)
/** Words that may stand before the question word: "and why", "but at what cost", "so then how". */
const LEADING_WORDS: ReadonlySet<string> = new Set(
  'and but or so then well now for to at in on of by with from about'.split(' '),
)
/** Over the last stressed vowel and what follows; speakers rise by about a fifth, over a melody that falls by a third on its own. */
const RISE_SEMITONES = 8

/**
 * The melody of the words that intonation bends beyond what the punctuation alone tells an engine: a yes-no question rises from its
 * last stressed vowel to the end (the low accent and high boundary of Pierrehumbert & Hirschberg, "The meaning of intonational
 * contours", 1990). Questions for content and between alternatives ("tea or coffee?") fall, like statements.
 */
export function planIntonation(sentence: readonly SpokenWord[]): ReadonlyMap<SpokenWord, Melody> {
  if (!isYesNoQuestion(sentence)) return new Map()
  const accented = sentence.findLastIndex(({ phonemes }) => stressedVowel(phonemes) >= 0)
  const tail = sentence.slice(Math.max(accented, 0))
  // From the sound before the vowel, so that a vowel at the very end rises too.
  const start = Math.max(stressedVowel(tail[0]!.phonemes), 0) - 1
  const end = tail.reduce((count, { phonemes }) => count + phonemes.length, 0)
  const height = (place: number) => (RISE_SEMITONES * Math.max(place - start, 0)) / (end - start)
  let place = 0
  return new Map(
    tail.map((word) => {
      const first = place
      place += word.phonemes.length
      return [word, Array.from({ length: word.phonemes.length + 1 }, (_, i) => height(first + i))]
    }),
  )
}

function isYesNoQuestion(sentence: readonly SpokenWord[]): boolean {
  if (sentence.at(-1)?.boundary?.mark !== '?') return false
  const opening = sentence.find(({ text }) => !LEADING_WORDS.has(text))?.text
  const isForContent = opening !== undefined && QUESTION_WORDS.has(opening)
  return !isForContent && !sentence.some(({ text }, i) => i > 0 && text === 'or')
}

/** Index of the last vowel with primary stress, or -1. */
function stressedVowel(phonemes: readonly string[]): number {
  return phonemes.findLastIndex((phoneme) => phoneme.endsWith('1'))
}
