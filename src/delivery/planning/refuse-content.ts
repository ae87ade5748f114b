import { ServiceError } from '../../errors.ts'
import type { Utterance } from '../../text/utterance.ts'
import type { AccountTerms, ContentPolicy, Violation } from '../moderation/content-policy.ts'

type Speech = {
  /** As the caller wrote it. */
  readonly text: string
  /** As it is said: without tags, entities, accents and disguised letters, and with the replacements. */
  readonly utterance: Utterance
  readonly accountTerms: AccountTerms | undefined
}

/** Throws CONTENT_NOT_ALLOWED with the rule and the position if the policy forbids the text, or the spoken form of a sentence. */
export function refuseContent(policy: ContentPolicy, { text, utterance, accountTerms }: Speech): void {
  const written = policy.find(text, accountTerms)
  if (written !== undefined) throw notAllowed(written, written.start)
  for (const { words } of utterance.sentences) {
    // A term is not heard across a pause.
    const heard = words.map((word) => (word.boundary === undefined ? `${word.text} ` : `${word.text} | `))
    const found = policy.find(heard.join(''), accountTerms)
    if (found === undefined) continue
    let length = 0
    const first = heard.findIndex((word) => {
      length += word.length
      return length > found.start
    })
    throw notAllowed(found, utterance.words[words[first]!.source]!.start)
  }
}

function notAllowed({ rule, term }: Violation, offset: number): ServiceError {
  const what = term === undefined ? 'the text' : `"${term}"`
  const reason = term === undefined ? `the rule "${rule}" of this service` : 'the operator of this service'
  return new ServiceError(
    'CONTENT_NOT_ALLOWED',
    `Cannot speak ${what} (at offset ${offset}): ${reason} does not allow it`,
  )
}
