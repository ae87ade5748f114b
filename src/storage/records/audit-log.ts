import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from './schema.ts'

/** The one that changed something. */
export type Actor =
  | { readonly kind: 'key'; readonly accountId: string; readonly keyId: string; readonly address: string }
  /** A browser in the Studio. `keyId` is the key that it signed in with. */
  | {
      readonly kind: 'session'
      readonly accountId: string
      readonly keyId: string | undefined
      /** The member that is signed in. */
      readonly memberId?: string | undefined
      readonly address: string
    }
  /** A caller that has not shown who it is; undefined if the entry is about many. */
  | { readonly kind: 'unknown'; readonly address: string | undefined }
  /** The command line; `name` is the user of the system. */
  | { readonly kind: 'operator'; readonly name: string }

export type AuditEntry = {
  readonly actor: Actor
  readonly action: string
  /** The account that was changed; undefined for plans. */
  readonly accountId: string | undefined
  /** The id or name of what was changed. */
  readonly target: string | undefined
  /** What it was changed to. Never a secret or a text. */
  readonly details: Readonly<Record<string, unknown>>
  readonly time: number
}

/** An entry as it is stored; positions count up. */
export type StoredAuditEntry = AuditEntry & { readonly position: number }

/** Adds an entry. Call it in the transaction of the change. */
export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      time: entry.time,
      ...toColumns(entry.actor),
      action: entry.action,
      account_id: entry.accountId ?? null,
      target: entry.target ?? null,
      details: JSON.stringify(entry.details),
    })
    .execute()
}

function toColumns(actor: Actor) {
  const none = { actor_account_id: null, actor_key_id: null, actor_member_id: null, actor_name: null, address: null }
  if (actor.kind === 'operator') return { ...none, actor: actor.kind, actor_name: actor.name }
  if (actor.kind === 'unknown') return { ...none, actor: actor.kind, address: actor.address ?? null }
  const { kind, accountId, keyId = null, address } = actor
  const memberId = (kind === 'session' && actor.memberId) || null
  return { ...none, actor: kind, actor_account_id: accountId, actor_key_id: keyId, actor_member_id: memberId, address }
}

export type AuditQuery = {
  readonly accountId?: string | undefined
  /** Only entries about this account. */
  readonly changedAccountId?: string | undefined
  readonly keyId?: string | undefined
  readonly memberId?: string | undefined
  readonly action?: string | undefined
  /** Epoch milliseconds; `to` is exclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only entries before this position. */
  readonly before?: number | undefined
  /** Only entries after this position, and then the oldest first. */
  readonly after?: number | undefined
  readonly limit: number
}

/** Entries that match, newest first unless they are those after a position. An account matches what it did and what was done to it. */
export async function listAuditEntries(db: Database, query: AuditQuery): Promise<readonly StoredAuditEntry[]> {
  const { accountId, keyId, memberId, action, from, to, before, after } = query
  let select = db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('position', after === undefined ? 'desc' : 'asc')
    .limit(query.limit)
  if (accountId !== undefined)
    select = select.where((is) => is.or([is('account_id', '=', accountId), is('actor_account_id', '=', accountId)]))
  if (query.changedAccountId !== undefined) select = select.where('account_id', '=', query.changedAccountId)
  if (keyId !== undefined)
    select = select.where((is) => is.or([is('target', '=', keyId), is('actor_key_id', '=', keyId)]))
  if (memberId !== undefined)
    select = select.where((is) => is.or([is('target', '=', memberId), is('actor_member_id', '=', memberId)]))
  if (action !== undefined) select = select.where('action', '=', action)
  if (from !== undefined) select = select.where('time', '>=', from)
  if (to !== undefined) select = select.where('time', '<', to)
  if (before !== undefined) select = select.where('position', '<', before)
  if (after !== undefined) select = select.where('position', '>', after)
  return (await select.execute()).map(toEntry)
}

function toEntry(row: Selectable<Schema['audit_log']>): StoredAuditEntry {
  return {
    position: Number(row.position),
    time: Number(row.time),
    actor: toActor(row),
    action: row.action,
    accountId: row.account_id ?? undefined,
    target: row.target ?? undefined,
    details: JSON.parse(row.details),
  }
}

function toActor(row: Selectable<Schema['audit_log']>): Actor {
  if (row.actor === 'operator') return { kind: 'operator', name: row.actor_name ?? '' }
  if (row.actor === 'unknown') return { kind: 'unknown', address: row.address ?? undefined }
  const [accountId, address] = [row.actor_account_id ?? '', row.address ?? '']
  if (row.actor === 'key') return { kind: 'key', accountId, keyId: row.actor_key_id ?? '', address }
  const memberId = row.actor_member_id ?? undefined
  return { kind: 'session', accountId, keyId: row.actor_key_id ?? undefined, ...(memberId && { memberId }), address }
}
