import type { Database } from '../database.ts'

/** A secret that signs in to an account until it expires. Only its SHA-256, in hex, is stored. */
export type SignIn = { readonly hash: string; readonly accountId: string; readonly expiresAt: number }

export async function insertSignInCode(db: Database, { hash, accountId, expiresAt }: SignIn): Promise<void> {
  await db.insertInto('sign_in_codes').values({ hash, account_id: accountId, expires_at: expiresAt }).execute()
}

/** The account of a code that has not expired. The code is gone afterwards, so it works once. */
export async function takeSignInCode(db: Database, hash: string, now: number): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('sign_in_codes')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('account_id')
    .executeTakeFirst()
  return taken?.account_id
}

/** A session, and the key that it was made with; undefined for a sign-in link. */
export type Session = SignIn & { readonly keyId: string | undefined }

/** Stores a session, and removes sessions and codes that have expired. */
export async function insertSession(db: Database, session: Session, now: number): Promise<void> {
  const { hash, accountId, expiresAt, keyId } = session
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sign_in_codes').where('expires_at', '<=', now).execute()
  await db
    .insertInto('sessions')
    .values({ hash, account_id: accountId, expires_at: expiresAt, key_id: keyId ?? null })
    .execute()
}

export type FoundSession = Pick<Session, 'accountId' | 'keyId'>

/** A session that has not expired or ended. Its key may have ended. */
export async function findSession(db: Database, hash: string, now: number): Promise<FoundSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(['account_id', 'key_id'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { accountId: row.account_id, keyId: row.key_id ?? undefined }
}

export async function deleteSession(db: Database, hash: string): Promise<void> {
  await db.deleteFrom('sessions').where('hash', '=', hash).execute()
}

/** Ends every session of an account. Codes that were not used yet begin none afterwards. */
export async function deleteSessions(db: Database, accountId: string): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('account_id', '=', accountId).execute()
  await db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
}
