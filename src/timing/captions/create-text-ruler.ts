import { countCharacters } from './break-lines.ts'
import { CAPTION_RULES } from './caption-rules.ts'
import type { CueRange, ShownWord } from './make-cue.ts'

const { lineLength } = CAPTION_RULES

/** Measures ranges of words without joining their text. */
export type TextRuler = {
  /** Number of characters of the words in one line. */
  count(range: CueRange): number
  /** Whether the words fit into two lines. */
  fits(range: CueRange): boolean
}

/** Creates a ruler for the text of these words, in linear time. */
export function createTextRuler(words: readonly ShownWord[]): TextRuler {
  const offsets = [0]
  for (const { shown } of words) offsets.push(offsets.at(-1)! + countCharacters(shown))
  const nextSpace = findNextSpaces(words, offsets.at(-1)!)
  const count = ({ start, end }: CueRange): number =>
    offsets[end]! - offsets[start]! - (words[end - 1]!.shown.endsWith(' ') ? 1 : 0)
  return {
    count,
    fits(range) {
      const characters = count(range)
      if (characters <= lineLength) return true
      // Finds a space with at most one line of text before it and at most one after it.
      const first = offsets[range.start]! + Math.max(0, characters - 1 - lineLength)
      return nextSpace[first]! <= offsets[range.start]! + Math.min(lineLength, characters - 1)
    },
  }
}

/** For each character, the position of the next space at or after it. */
function findNextSpaces(words: readonly ShownWord[], length: number): Int32Array {
  const next = new Int32Array(length + 1).fill(length)
  let at = length
  let space = length
  for (let i = words.length - 1; i >= 0; i--) {
    for (const character of Array.from(words[i]!.shown).reverse()) {
      at -= 1
      if (character === ' ') space = at
      next[at] = space
    }
  }
  return next
}
