import type { SpokenWord } from '../text/utterance.ts'

/** Words an engine is given at once. Longer segments delay the first audio and keep a thread busy after its caller has left. */
export const MAX_SEGMENT_WORDS = 24

/** A piece shorter than this sounds torn off. */
const MIN_PIECE_WORDS = 4

/** Words that often begin a phrase, so that a cut before them is heard as phrasing. */
const PHRASE_OPENERS = new Set(
  `and but or nor so yet because although though while when where which who whom whose that if unless until since
  after before as than with without from into for to of in on at by about between through during under over against`.split(
    /\s+/,
  ),
)

/** What a cut after `words[index]` costs: punctuation is best, then a phrase's edge, and the middle before the ends. */
function cutCost(words: readonly SpokenWord[], index: number): number {
  const fromMiddle = Math.abs(index + 1 - words.length / 2) / words.length
  const next = words[index + 1]
  if (words[index]?.boundary !== undefined) return fromMiddle
  if (next !== undefined && PHRASE_OPENERS.has(next.text)) return 1 + fromMiddle
  const splitsSourceWord = next !== undefined && next.source === words[index]?.source
  return (splitsSourceWord ? 3 : 2) + fromMiddle
}

/** Cuts the words of a sentence into pieces of at most MAX_SEGMENT_WORDS, at clauses where there are any. Nothing is lost. */
export function cutSentence(words: readonly SpokenWord[]): readonly (readonly SpokenWord[])[] {
  const pieces: (readonly SpokenWord[])[] = []
  const waiting = [words]
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    if (piece.length <= MAX_SEGMENT_WORDS) {
      pieces.push(piece)
      continue
    }
    const cut = bestCut(piece)
    waiting.push(piece.slice(cut), piece.slice(0, cut))
  }
  return pieces
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
