import type { SpokenWord } from '../../text/utterance.ts'

/**
 * What an engine is given at once. Longer segments delay the first audio and keep a thread busy after its caller has
 * left: an engine may not be able to stop in the middle.
 */
const MAX_SEGMENT_WORDS = 24
const MAX_SEGMENT_PHONEMES = 160

/** Longer words, such as keys and hashes read as one, are spoken in parts. */
const MAX_WORD_PHONEMES = 40

/** A piece shorter than this sounds torn off. */
const MIN_PIECE_WORDS = 4

/** Words that often begin a phrase, so that a cut before them is heard as phrasing. */
const PHRASE_OPENERS = new Set(
  `and but or nor so yet because although though while when where which who whom whose that if unless until since
  after before as than with without from into for to of in on at by about between through during under over against`.split(
    /\s+/,
  ),
)

/** Cuts the words of a sentence into pieces that an engine may be given, at clauses where there are any. Nothing is lost. */
export function cutSentence(words: readonly SpokenWord[]): readonly (readonly SpokenWord[])[] {
  const pieces: (readonly SpokenWord[])[] = []
  const waiting: (readonly SpokenWord[])[] = [words.flatMap(cutWord)]
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

/** A long word as several that follow one another; what stands after the word stands after its last part. */
function cutWord(word: SpokenWord): readonly SpokenWord[] {
  const { phonemes, boundary, ...rest } = word
  if (phonemes.length <= MAX_WORD_PHONEMES) return [word]
  const parts: SpokenWord[] = []
  for (let start = 0; start < phonemes.length; start += MAX_WORD_PHONEMES) {
    parts.push({ ...rest, phonemes: phonemes.slice(start, start + MAX_WORD_PHONEMES) })
  }
  parts[parts.length - 1] = { ...parts.at(-1)!, ...(boundary && { boundary }) }
  return parts
}

function fitsOneSegment(words: readonly SpokenWord[]): boolean {
  if (words.length > MAX_SEGMENT_WORDS) return false
  return words.reduce((sum, { phonemes }) => sum + phonemes.length, 0) <= MAX_SEGMENT_PHONEMES
}

/** The number of words before the best cut. Looks only near a very long sentence's start, so that cutting stays linear. */
function bestCut(words: readonly SpokenWord[]): number {
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

/** What a cut after `words[index]` costs: punctuation is best, then a phrase's edge, and the middle before the ends. */
function cutCost(words: readonly SpokenWord[], index: number): number {
  const fromMiddle = Math.abs(index + 1 - words.length / 2) / words.length
  const next = words[index + 1]
  if (words[index]?.boundary !== undefined) return fromMiddle
  const splitsSourceWord = next !== undefined && next.source === words[index]?.source
  if (splitsSourceWord) return 3 + fromMiddle
  return (next !== undefined && PHRASE_OPENERS.has(next.text) ? 1 : 2) + fromMiddle
}
