import { ServiceError } from '../../errors.ts'
import type { Utterance } from '../../text/utterance.ts'
import type { AccountTerms, ContentPolicy, Violation } from '../moderation/content-policy.ts'

type Speech = {
  /** As the caller wrote it. */
  readonly text: string
  /** As a reader sees it and as it is said: without tags, entities, accents and disguised letters, and with the replacements. */
  readonly utterance: Utterance
  readonly accountTerms: AccountTerms | undefined
}

/**
 * Throws CONTENT_NOT_ALLOWED with the rule and the position if the policy forbids the text as it is written, as a reader sees it, as it is
 * said, or by the sounds that the caller has given for words.
 */
export function refuseContent(policy: ContentPolicy, { text, utterance, accountTerms }: Speech): void {
  const written = policy.find(text, accountTerms)
  if (written !== undefined) throw notAllowed(written, written.start)
  refuseResolved(policy, { text, utterance, accountTerms })
  for (const { words } of utterance.sentences) {
    const offsetOf = (index: number): number => utterance.words[words[index]!.source]!.start
    // A term is not heard across a pause.
    const heard = words.map((word) => (word.boundary === undefined ? `${word.text} ` : `${word.text} | `))
    const found = policy.find(heard.join(''), accountTerms)
    if (found !== undefined) {
      let length = 0
      const first = heard.findIndex((word) => {
        length += word.length
        return length > found.start
      })
      throw notAllowed(found, offsetOf(first))
    }
    const sounding = policy.findHeard(words, accountTerms)
    if (sounding !== undefined) throw notAllowed(sounding, offsetOf(sounding.first))
  }
}

function refuseResolved(policy: ContentPolicy, { text, utterance, accountTerms }: Speech): void {
  const { resolved } = utterance
  if (resolved === undefined) return
  const seen = resolved.text === text ? undefined : policy.find(resolved.text, accountTerms)
  if (seen !== undefined) throw notAllowed(seen, resolved.offsets[seen.start]!)
  const folded = resolved.folded === resolved.text ? undefined : policy.find(resolved.folded, accountTerms)
  if (folded !== undefined) throw notAllowed(folded, resolved.foldedOffsets[folded.start]!)
}

function notAllowed({ rule, term }: Pick<Violation, 'rule' | 'term'>, offset: number): ServiceError {
  const what = term === undefined ? 'the text' : `"${term}"`
  const reason = term === undefined ? `the rule "${rule}" of this service` : 'the operator of this service'
  return new ServiceError(
    'CONTENT_NOT_ALLOWED',
    `Cannot speak ${what} (at offset ${offset}): ${reason} does not allow it`,
  )
}
