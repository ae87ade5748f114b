import { FORMS_OF_BE, FORMS_OF_HAVE, isAdverb, MODALS } from '../../../text/language/word-classes.ts'
import type { SpokenWord } from '../../../text/utterance.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Always the subject of what follows. */
const SUBJECTS = set(
  "i he she we they who i'm he's she's we're they're i've we've they've i'll he'll she'll we'll they'll",
)
/** The subject of what follows if that is a verb; else perhaps an object. */
const POSSIBLE_SUBJECTS = set('you it that this these those there which')
/** Before these a noun phrase or a verb is not complete. */
const LEADERS = set('a an the my your our their its every no of to very')

/**
 * Whether nobody would breathe after word `at`: inside a written word, after a subject pronoun, between a subject and its
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
