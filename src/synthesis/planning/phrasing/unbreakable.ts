import { FORMS_OF_BE, FORMS_OF_HAVE, isAdverb, MODALS } from '../../../text/english/word-classes.ts'
import { wordList } from '../../../text/english/word-list.ts'
import type { SpokenWord } from '../../../text/utterance.ts'

/** Words that are always the subject of the next word. */
const SUBJECTS = wordList('subjects of the next word')
/** Subjects of the next word if it is a verb; otherwise they may be objects. */
const POSSIBLE_SUBJECTS = wordList('possible subjects of the next word')
/** After these words, a noun phrase or verb is incomplete. */
const LEADERS = wordList('leaders')

/**
 * True if nobody would breathe after word `at`. That is inside a written word, after a subject pronoun, between a subject and its
 * auxiliary, or before the rest of a noun phrase or infinitive.
 */
export function isUnbreakable(words: readonly SpokenWord[], at: number): boolean {
  const word = words[at]!
  const next = words[at + 1]
  if (next === undefined || next.source === word.source) return true
  if (SUBJECTS.has(word.text) || LEADERS.has(word.text)) return true
  return isVerb(next.text) || (POSSIBLE_SUBJECTS.has(word.text) && isAdverb(next.text))
}

function isVerb(text: string): boolean {
  return (
    (FORMS_OF_BE.has(text) && text !== 'being') || (FORMS_OF_HAVE.has(text) && text !== 'having') || MODALS.has(text)
  )
}
