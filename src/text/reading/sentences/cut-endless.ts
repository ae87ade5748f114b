import type { NormalizedSentence, NormalizedWord } from '../../normalization/normalized-text.ts'
import type { Token } from '../tokens/token.ts'

/**
 * Tokens of a sentence, and spoken words of one. Nobody writes longer ones, but a text without stops is one. What is done sentence by
 * sentence takes a bounded time then, and more than a sentence a step need not be known.
 */
export const MOST_TOKENS = 250
const MOST_WORDS = 400

/** Returns after which of the first tokens a sentence without end is cut: the last that punctuation follows, in the second half. */
export function findCut(tokens: readonly Token[]): number {
  for (let i = tokens.length - 1; i > tokens.length / 2; i--) if (tokens[i - 1]!.after.length > 0) return i
  return tokens.length - 1
}

/** Cuts the sentences that are read out as more words than one may have, as a single long number is. */
export function cutEndless(sentences: readonly NormalizedSentence[]): readonly NormalizedSentence[] {
  if (sentences.every(({ words }) => words.length <= MOST_WORDS)) return sentences
  return sentences.flatMap(cutWords)
}

function cutWords({ words, endsParagraph }: NormalizedSentence): readonly NormalizedSentence[] {
  const cut: NormalizedSentence[] = []
  for (let start = 0; start < words.length; start += MOST_WORDS) {
    const piece = words.slice(start, start + MOST_WORDS)
    const isLast = start + MOST_WORDS >= words.length
    cut.push({ words: isLast ? piece : pauseAtEnd(piece), endsParagraph: isLast && endsParagraph })
  }
  return cut
}

/** The last word of a sentence always has a boundary. */
function pauseAtEnd(words: readonly NormalizedWord[]): readonly NormalizedWord[] {
  const last = words.at(-1)!
  const { boundary = { mark: ',', delivery: last.delivery } } = last
  return [...words.slice(0, -1), { ...last, boundary }]
}
