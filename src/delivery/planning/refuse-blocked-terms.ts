import { ServiceError } from '../../errors.ts'
import type { TermMatcher } from '../../text/replacements/term-matcher.ts'
import type { Utterance } from '../../text/utterance.ts'

type Speech = {
  /** As the caller wrote it. */
  readonly text: string
  /** As it is said: without tags, entities, accents and disguised letters, and with the replacements. */
  readonly utterance: Utterance
}

/** Throws CONTENT_NOT_ALLOWED with the position if the text, or the spoken form of a sentence, contains a blocked term. */
export function refuseBlockedTerms(blockedTerms: TermMatcher, { text, utterance }: Speech): void {
  const written = blockedTerms.find(text)
  if (written !== undefined) throw notAllowed(written.term, written.start)
  for (const { words } of utterance.sentences) {
    // A term is not heard across a pause.
    const heard = words.map((word) => (word.boundary === undefined ? `${word.text} ` : `${word.text} | `))
    const found = blockedTerms.find(heard.join(''))
    if (found === undefined) continue
    const first = words.findIndex((_, index) => heard.slice(0, index + 1).join('').length > found.start)
    throw notAllowed(found.term, utterance.words[words[first]!.source]!.start)
  }
}

function notAllowed(term: string, offset: number): ServiceError {
  return new ServiceError(
    'CONTENT_NOT_ALLOWED',
    `Cannot speak "${term}" (at offset ${offset}): the operator of this service does not allow it`,
  )
}
