import type { Gap, PhrasedWord } from './phrasing/phrase-sentence.ts'

/**
 * Maximum number of words per engine call. Longer segments delay the first audio. They also keep a thread busy after a client
 * disconnects, because an engine may not be able to stop in the middle.
 */
const MAX_SEGMENT_WORDS = 24
const MAX_SEGMENT_PHONEMES = 160

/** Longer words, such as keys and hashes read as one word, are spoken in parts. */
const MAX_WORD_PHONEMES = 40

/** Log-odds of a pause per unit of cutting cost. A cut at an end costs half a unit more than one in the middle. */
const ODDS_PER_COST = 4

/** The gap between the parts of a word. */
const NO_GAP: Gap = { pauseSeconds: 0, odds: Number.NEGATIVE_INFINITY }

/** Shorter pieces sound torn off. */
const MIN_PIECE_WORDS = 4

/** Cuts the words of a sentence into pieces for one engine call each, at pauses if there are any. Keeps every word. */
export function cutSentence(words: readonly PhrasedWord[]): readonly (readonly PhrasedWord[])[] {
  const pieces: (readonly PhrasedWord[])[] = []
  const waiting: (readonly PhrasedWord[])[] = [words.some(isLong) ? words.flatMap(cutWord) : words]
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    if (piece.length < 2 || fitsOneSegment(piece)) {
      pieces.push(piece)
      continue
    }
    const cut = bestCut(piece)
    waiting.push(piece.slice(cut), piece.slice(0, cut))
  }
  return pieces
}

/** Cuts a piece after each pause that no punctuation asks for. */
export function cutBreaths(words: readonly PhrasedWord[]): readonly (readonly PhrasedWord[])[] {
  const breaths: (readonly PhrasedWord[])[] = []
  let from = 0
  for (const [i, { boundary, gap }] of words.entries()) {
    const isPause = boundary === undefined && gap.pauseSeconds !== 0
    if (!isPause && i < words.length - 1) continue
    breaths.push(words.slice(from, i + 1))
    from = i + 1
  }
  return breaths
}

function isLong({ phonemes }: PhrasedWord): boolean {
  return phonemes.length > MAX_WORD_PHONEMES
}

/** Cuts a long word into consecutive parts. What follows the word follows its last part. */
function cutWord(word: PhrasedWord): readonly PhrasedWord[] {
  if (!isLong(word)) return [word]
  const { phonemes, boundary, gap, ...rest } = word
  const parts: PhrasedWord[] = []
  for (let start = 0; start < phonemes.length; start += MAX_WORD_PHONEMES) {
    parts.push({ ...rest, phonemes: phonemes.slice(start, start + MAX_WORD_PHONEMES), gap: NO_GAP })
  }
  parts[parts.length - 1] = { ...parts.at(-1)!, gap, ...(boundary && { boundary }) }
  return parts
}

function fitsOneSegment(words: readonly PhrasedWord[]): boolean {
  if (words.length > MAX_SEGMENT_WORDS) return false
  return words.reduce((sum, { phonemes }) => sum + phonemes.length, 0) <= MAX_SEGMENT_PHONEMES
}

/** The number of words before the best cut. Searches only the start of a very long sentence, so that cutting takes linear time. */
function bestCut(words: readonly PhrasedWord[]): number {
  const window = words.length > 4 * MAX_SEGMENT_WORDS ? words.slice(0, 2 * MAX_SEGMENT_WORDS) : words
  let best = Math.floor(window.length / 2)
  let lowest = Number.POSITIVE_INFINITY
  for (let index = MIN_PIECE_WORDS - 1; index < window.length - MIN_PIECE_WORDS; index++) {
    const cost = cutCost(window, index)
    if (cost < lowest) {
      lowest = cost
      best = index + 1
    }
  }
  return best
}

/**
 * The cost of a cut after `words[index]`. A pause is best. Otherwise a gap where a reader is more likely to pause costs less, and
 * the middle costs less than the ends. A cut inside a written word or after a subject pronoun costs the most.
 */
function cutCost(words: readonly PhrasedWord[], index: number): number {
  const fromMiddle = Math.abs(index + 1 - words.length / 2) / words.length
  const { source, gap } = words[index]!
  if (gap.pauseSeconds !== 0) return fromMiddle
  if (words[index + 1]?.source === source) return 4 + fromMiddle
  return Math.min(3, 1 - gap.odds / ODDS_PER_COST) + fromMiddle
}
