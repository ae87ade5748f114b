import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Member } from './members.ts'

/** A secret that signs in to an account until it expires. Only its SHA-256, in hex, is stored. */
export type SignIn = {
  readonly hash: string
  readonly accountId: string
  /** The person that signs in; undefined for the operator's link. */
  readonly memberId?: string | undefined
  readonly expiresAt: number
}

/** Stores a code. Earlier codes of the same member become invalid. */
export async function insertSignInCode(db: Database, { hash, accountId, memberId, expiresAt }: SignIn): Promise<void> {
  if (memberId !== undefined) await db.deleteFrom('sign_in_codes').where('member_id', '=', memberId).execute()
  const code = { hash, account_id: accountId, expires_at: expiresAt, ...(memberId && { member_id: memberId }) }
  await db.insertInto('sign_in_codes').values(code).execute()
}

/** The account and the member of a code that has not expired. The code is gone afterwards, so it works once. */
export async function takeSignInCode(
  db: Database,
  hash: string,
  now: number,
): Promise<Pick<SignIn, 'accountId' | 'memberId'> | undefined> {
  const taken = await db
    .deleteFrom('sign_in_codes')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning(['account_id', 'member_id'])
    .executeTakeFirst()
  return taken && { accountId: taken.account_id, memberId: taken.member_id ?? undefined }
}

/** A session, and the key that it was made with; undefined for a sign-in link. */
export type Session = SignIn & {
  readonly keyId: string | undefined
  /** Where it was begun: an IP address, and what the browser calls itself. */
  readonly address?: string | undefined
  readonly browser?: string | undefined
}

/** Stores a session, and removes sessions and codes that have expired. */
export async function insertSession(db: Database, session: Session, now: number): Promise<void> {
  const { hash, accountId, memberId, expiresAt, keyId, address, browser } = session
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sign_in_codes').where('expires_at', '<=', now).execute()
  await db
    .insertInto('sessions')
    .values({
      hash,
      account_id: accountId,
      expires_at: expiresAt,
      key_id: keyId ?? null,
      // Left out if not given, so that a database of an earlier version can take sessions too.
      ...(address !== undefined && { created_at: now, address, browser: browser ?? null }),
      ...(memberId !== undefined && { member_id: memberId }),
    })
    .execute()
}

/** The member of a session, and what it may do. */
export type SessionMember = Pick<Member, 'id' | 'name' | 'role' | 'charactersPerMonth'>

export type FoundSession = Pick<Session, 'accountId' | 'keyId' | 'expiresAt'> & {
  readonly member: SessionMember | undefined
}

/** A session that has not expired or ended, and whose member was not removed. Its key may have ended. */
export async function findSession(db: Database, hash: string, now: number): Promise<FoundSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .leftJoin('members', 'members.id', 'sessions.member_id')
    .select([
      'sessions.account_id',
      'sessions.key_id',
      'sessions.expires_at',
      'sessions.member_id',
      'members.name',
      'members.role',
      'members.characters_per_month',
      'members.removed_at',
    ])
    .where('sessions.hash', '=', hash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { member_id: id, name, role, characters_per_month: charactersPerMonth } = row
  const common = { accountId: row.account_id, keyId: row.key_id ?? undefined, expiresAt: row.expires_at }
  if (id === null) return { ...common, member: undefined }
  if (name === null || role === null || row.removed_at !== null) return undefined
  return { ...common, member: { id, name, role, charactersPerMonth } }
}

/** Has a session end later. */
export async function renewSession(db: Database, hash: string, expiresAt: number): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: expiresAt }).where('hash', '=', hash).execute()
}

/** A session as a list shows it. */
export type ListedSession = {
  readonly hash: string
  readonly keyId: string | null
  readonly memberId: string | null
  readonly memberRole: string | null
  /** Of its key, separated by spaces; null for the usual ones, and without a key. */
  readonly keyScopes: string | null
  /** Null if an earlier version began it. */
  readonly createdAt: number | null
  readonly expiresAt: number
  readonly address: string | null
  readonly browser: string | null
}

/** The sessions of an account that can be used, those that end last first. */
export async function listSessions(db: Database, accountId: string, now: number): Promise<readonly ListedSession[]> {
  return await db
    .selectFrom('sessions')
    .leftJoin('api_keys', 'api_keys.id', 'sessions.key_id')
    .leftJoin('members', 'members.id', 'sessions.member_id')
    .select([
      'sessions.hash',
      'sessions.key_id as keyId',
      'sessions.member_id as memberId',
      'members.role as memberRole',
      'api_keys.scopes as keyScopes',
      'sessions.created_at as createdAt',
      'sessions.expires_at as expiresAt',
      'sessions.address',
      'sessions.browser',
    ])
    .where('sessions.account_id', '=', accountId)
    .where('sessions.expires_at', '>', now)
    .where('members.removed_at', 'is', null)
    .where((is) =>
      is.or([
        is('sessions.key_id', 'is', null),
        is.and([
          is('api_keys.revoked_at', 'is', null),
          is.or([is('api_keys.expires_at', 'is', null), is('api_keys.expires_at', '>', now)]),
        ]),
      ]),
    )
    .orderBy('sessions.expires_at', 'desc')
    .orderBy('sessions.hash')
    .execute()
}

/** Removes a session. Returns its account; undefined if there was none. */
export async function deleteSession(db: Database, hash: string): Promise<string | undefined> {
  const deleted = await db.deleteFrom('sessions').where('hash', '=', hash).returning('account_id').executeTakeFirst()
  return deleted?.account_id
}

type SessionsOfOne = Pick<Session, 'accountId' | 'keyId' | 'memberId'> & { readonly most: number }

/** Ends the oldest sessions of a member, of a key, or of an account by the operator's links, beyond `most`. */
export async function deleteOldestSessions(
  db: Database,
  { accountId, keyId, memberId, most }: SessionsOfOne,
): Promise<void> {
  const ofOne = db
    .selectFrom('sessions')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('key_id', keyId === undefined ? 'is' : '=', keyId ?? sql<string>`null`)
    .where('member_id', memberId === undefined ? 'is' : '=', memberId ?? sql<string>`null`)
    .orderBy('expires_at', 'desc')
    .orderBy('hash')
  const old = (await ofOne.execute()).slice(most).map(({ hash }) => hash)
  if (old.length > 0) await db.deleteFrom('sessions').where('hash', 'in', old).execute()
}

/** Ends every session of an account. Codes that were not used yet begin none afterwards. */
export async function deleteSessions(db: Database, accountId: string): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('account_id', '=', accountId).execute()
  await db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
}
