import type { FastifyRequest } from 'fastify'
import type { ChangedBy } from '../../accounts/management/record-change.ts'
import { type AuthorId, OPERATOR_LINK } from '../../storage/records/authors.ts'

type Call = Pick<FastifyRequest, 'accountId' | 'callerKey' | 'callerMember' | 'isSession' | 'ip'>

/** The caller of a request as the audit log names it. */
export function changedBy({ accountId, callerKey, callerMember, isSession, ip }: Call, now: number): ChangedBy {
  if (isSession || callerKey === undefined)
    return { actor: { kind: 'session', accountId, keyId: callerKey?.id, memberId: callerMember?.id, address: ip }, now }
  return { actor: { kind: 'key', accountId, keyId: callerKey.id, address: ip }, now }
}

/** The caller of a request as the versions of a script name it. */
export function authorOf({ callerKey, callerMember }: Pick<Call, 'callerKey' | 'callerMember'>): AuthorId {
  return callerMember?.id ?? callerKey?.id ?? OPERATOR_LINK
}
