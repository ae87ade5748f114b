import type { FastifyRequest } from 'fastify'
import type { ChangedBy } from '../../accounts/management/record-change.ts'

type Call = Pick<FastifyRequest, 'accountId' | 'callerKey' | 'callerMember' | 'isSession' | 'ip'>

/** The caller of a request as the audit log names it. */
export function changedBy({ accountId, callerKey, callerMember, isSession, ip }: Call, now: number): ChangedBy {
  if (isSession || callerKey === undefined)
    return { actor: { kind: 'session', accountId, keyId: callerKey?.id, memberId: callerMember?.id, address: ip }, now }
  return { actor: { kind: 'key', accountId, keyId: callerKey.id, address: ip }, now }
}
