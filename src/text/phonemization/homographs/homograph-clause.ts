import { hashText } from '../../tagging/hash.ts'
import { IS_VERB, isOneOf } from '../../tagging/tags.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** Words that are looked at on each side. */
export const CLAUSE_REACH = 12

const IS_CONJUNCTION = isOneOf(['CCONJ', 'SCONJ'])
/** Kinds of words that begin a clause. */
const CLAUSE_STARTS: ReadonlySet<number> = new Set(['IF', 'WHO', 'AND'].map(hashText))
const TO = hashText('TO')

/** The place of the nearest verb on one side in the same clause, other than after `to`; -1 if there is none. */
export function findClauseVerb(sentence: HomographSentence, index: number, step: 1 | -1): number {
  const { words } = sentence
  for (let i = index + step; i >= 0 && i < words.length && Math.abs(i - index) <= CLAUSE_REACH; i += step) {
    const mark = words[step === 1 ? i - 1 : i]!.boundary?.mark
    if (mark !== undefined && mark !== '"') break
    const tag = sentence.tagAt(i)
    if (IS_VERB[tag] && (i === 0 || sentence.kindAt(i - 1) !== TO)) return i
    if (IS_CONJUNCTION[tag] || CLAUSE_STARTS.has(sentence.kindAt(i))) break
  }
  return -1
}

/** The place of the nearest verb on one side, whatever the clause; -1 if there is none. */
export function findVerb(sentence: HomographSentence, index: number, step: 1 | -1): number {
  for (let i = index + step; i >= 0 && i < sentence.words.length && Math.abs(i - index) <= CLAUSE_REACH; i += step)
    if (IS_VERB[sentence.tagAt(i)]) return i
  return -1
}
