import { type Static, Type } from 'typebox'
import type { AuditQuery, StoredAuditEntry } from '../../../storage/records/audit-log.ts'
import { parseTime } from '../parse-time.ts'

const MAX_ENTRIES_LISTED = 1000

const time = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?Z)?$',
  description: 'a day or a time in UTC, like 2026-03-14 or 2026-03-14T12:00:00Z',
})

export const ownAuditQuerySchema = Type.Object({
  key_id: Type.Optional(Type.String({ maxLength: 200 })),
  member_id: Type.Optional(Type.String({ maxLength: 200 })),
  action: Type.Optional(Type.String({ maxLength: 100, description: 'such as revokeKey' })),
  from: Type.Optional(time),
  to: Type.Optional(time),
  limit: Type.Optional(
    Type.String({
      pattern: '^(?:[1-9][0-9]{0,2}|1000)$',
      description: `a whole number from 1 to ${MAX_ENTRIES_LISTED}`,
    }),
  ),
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', description: 'the position of an entry' })),
  after: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}$', description: 'the position of an entry; the oldest come first then' }),
  ),
})

export const auditQuerySchema = Type.Object({
  account_id: Type.Optional(Type.String({ maxLength: 200 })),
  ...ownAuditQuerySchema.properties,
})

/** What a query asks for. Throws MISSING_ARGUMENT for a time that does not exist. */
export function toAuditQuery(query: Static<typeof auditQuerySchema>): AuditQuery {
  return {
    accountId: query.account_id,
    keyId: query.key_id,
    memberId: query.member_id,
    action: query.action,
    from: query.from === undefined ? undefined : parseTime('from', query.from),
    to: query.to === undefined ? undefined : parseTime('to', query.to),
    before: query.before === undefined ? undefined : Number(query.before),
    after: query.after === undefined ? undefined : Number(query.after),
    limit: Number(query.limit ?? MAX_ENTRIES_LISTED),
  }
}

export const auditEntrySchema = Type.Object({
  position: Type.Integer({ description: 'Counts up' }),
  time: Type.Integer({ description: 'Epoch milliseconds' }),
  actor: Type.Object({
    kind: Type.Unsafe<'key' | 'session' | 'operator' | 'unknown'>({
      type: 'string',
      enum: ['key', 'session', 'operator', 'unknown'],
      description: 'An API key, a browser in the Studio, the command line, or a caller that has not shown who it is',
    }),
    account_id: Type.Optional(Type.String()),
    key_id: Type.Optional(Type.String()),
    member_id: Type.Optional(Type.String({ description: 'The member that is signed in to the Studio' })),
    name: Type.Optional(Type.String({ description: 'The system user at the command line' })),
    address: Type.Optional(Type.String()),
  }),
  action: Type.String({
    description:
      'The id of an operation of this document, or createSignInLink, signIn, signOut, endSessions, refuseKey, refuseSignIn, refuseAdministration',
  }),
  account_id: Type.Optional(Type.String({ description: 'The account that was changed' })),
  target: Type.Optional(Type.String({ description: 'The id or name of what was changed' })),
  details: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
})

export const auditListSchema = Type.Object({ count: Type.Integer(), entries: Type.Array(auditEntrySchema) })

/** An entry as the account sees that it is about: who runs the service is not named, and neither are other accounts. */
export function toOwnAuditBody(entry: StoredAuditEntry, accountId: string): Static<typeof auditEntrySchema> {
  const { kind } = entry.actor
  const isOwn = kind === 'unknown' || (kind !== 'operator' && entry.actor.accountId === accountId)
  return { ...toAuditBody(entry), ...(!isOwn && { actor: { kind: 'operator' } }) }
}

export function toAuditBody(entry: StoredAuditEntry): Static<typeof auditEntrySchema> {
  const { position, time, actor, action, accountId, target, details } = entry
  return {
    position,
    time,
    actor: toActorBody(actor),
    action,
    ...(accountId !== undefined && { account_id: accountId }),
    ...(target !== undefined && { target }),
    details,
  }
}

function toActorBody(actor: StoredAuditEntry['actor']): Static<typeof auditEntrySchema>['actor'] {
  if (actor.kind === 'operator') return { kind: actor.kind, name: actor.name }
  if (actor.kind === 'unknown')
    return { kind: actor.kind, ...(actor.address !== undefined && { address: actor.address }) }
  const { kind, accountId, keyId, address } = actor
  const memberId = actor.kind === 'session' ? actor.memberId : undefined
  return {
    kind,
    account_id: accountId,
    ...(keyId !== undefined && { key_id: keyId }),
    ...(memberId !== undefined && { member_id: memberId }),
    address,
  }
}
