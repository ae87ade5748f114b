import { BIBLE_BOOKS } from '../english/bible-books.ts'
import { STOP_LOOKAHEAD } from '../reading/sentences/choose-stop.ts'
import { isShortForm } from '../reading/sentences/is-short-form.ts'
import type { Utterance } from '../utterance.ts'

/** Words after the end of a sentence that decide whether it is one. */
const LOOKAHEAD_WORDS = 2
/** Characters of the next line that decide whether a line without a stop ends a sentence. */
const LOOKAHEAD_LINE = 60

export type UnfinishedText = {
  /** What was written so far, without what may still become markup. */
  readonly text: string
  /** Where an aside begins that is still open. */
  readonly openAside: number
  /** Phrases with a mark inside: their replacement may reach beyond the end of a sentence. */
  readonly phrases: readonly string[]
}

/** Number of sentences at the start of an unfinished text that are read the same, whatever is written next. */
export function countSettledSentences({ words, sentences }: Utterance, unfinished: UnfinishedText): number {
  let settled = 0
  while (settled + 1 < sentences.length) {
    const last = sentences[settled]!.words.at(-1)!.source
    if (words[last]!.end > unfinished.openAside) break
    if (!isSettledEnd(words, last, unfinished)) break
    settled += 1
  }
  return settled
}

type Words = Utterance['words']

/** Whether the sentence certainly ends after `words[last]`. */
function isSettledEnd(words: Words, last: number, { text, phrases }: UnfinishedText): boolean {
  const { end, text: word } = words[last]!
  const next = words[last + 1]
  if (next === undefined) return false
  const gap = text.slice(end, next.start)
  const rest = text.slice(next.start)
  const mayBegin = phrases.filter((phrase) => phrase.toLowerCase().includes(word.toLowerCase()))
  if (mayBegin.some(({ length }) => rest.length < length)) return false
  if (gap.includes('\n') && !/[.?!…:]/.test(gap) && rest.length < LOOKAHEAD_LINE && !rest.includes('\n')) return false
  const lookahead = isShortForm(word.toLowerCase().replace(/\.$/, '')) ? STOP_LOOKAHEAD : LOOKAHEAD_WORDS
  // The first word of the next sentence decides how long the pause before it is.
  return hasWords(words, last + (isPlainEnd(word, gap, rest) ? 1 : lookahead), text)
}

const PLAIN_WORD = /^(?!\p{Lu}+$|[Aa]m$|[Pp]m$)\p{L}[\p{L}'’]*\p{Ll}$/u
const PLAIN_GAP = /^[.!?][)"'”’\]]*\s+["'“‘([]*$/
/** A stop behind a word that is no abbreviation, and the first letter of a new sentence: nothing later can join the two. */
function isPlainEnd(word: string, gap: string, rest: string): boolean {
  if (!PLAIN_WORD.test(word) || !PLAIN_GAP.test(gap) || !/^\p{Lu}/u.test(rest)) return false
  const lower = word.toLowerCase()
  return !isShortForm(lower) && !BIBLE_BOOKS.has(lower)
}

/** Whether the last of the words that the end of a sentence hangs on is written to its end. */
function hasWords(words: Words, last: number, text: string): boolean {
  const deciding = words[last]
  return deciding !== undefined && /\s/.test(text.slice(deciding.end))
}
