import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from './schema.ts'

/** A public key of a member, whose private part its device or password manager keeps. */
export type Passkey = {
  /** The id of the credential, in base64url. */
  readonly id: string
  readonly accountId: string
  readonly memberId: string
  readonly name: string
  /** COSE, in base64url. */
  readonly publicKey: string
  /** How often the device says that it has signed; 0 if it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** Stores a passkey. False if its id is known already. */
export async function insertPasskey(db: Database, passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      member_id: passkey.memberId,
      name: passkey.name,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports.join(','),
      created_at: passkey.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The passkeys of a member, oldest first. */
export async function listPasskeys(db: Database, memberId: string): Promise<readonly Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}

/** A passkey of a member that was not removed, by the id of its credential. */
export async function findPasskey(db: Database, id: string): Promise<Passkey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('members', 'members.id', 'passkeys.member_id')
    .selectAll('passkeys')
    .where('passkeys.id', '=', id)
    .where('members.removed_at', 'is', null)
    .executeTakeFirst()
  return row && toPasskey(row)
}

export async function notePasskeyUse(
  db: Database,
  { id, counter, now }: { readonly id: string; readonly counter: number; readonly now: number },
): Promise<void> {
  await db.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', id).execute()
}

/** Removes a passkey of a member. False if the member has none with this id. */
export async function deletePasskey(
  db: Database,
  { id, memberId }: Pick<Passkey, 'id' | 'memberId'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type Challenge = { readonly hash: string; readonly memberId: string | undefined }

/** Stores a challenge, and removes those that have expired. */
export async function insertPasskeyChallenge(
  db: Database,
  { hash, memberId, expiresAt, now }: Challenge & { readonly expiresAt: number; readonly now: number },
): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  await db
    .insertInto('passkey_challenges')
    .values({ hash, member_id: memberId ?? null, expires_at: expiresAt })
    .execute()
}

/** Whether a challenge was made for this member, or for a sign-in, and has not expired. It is gone afterwards, so it works once. */
export async function takePasskeyChallenge(
  db: Database,
  { hash, memberId, now }: Challenge & { readonly now: number },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hash)
    .returning(['member_id', 'expires_at'])
    .executeTakeFirst()
  return taken !== undefined && taken.expires_at > now && taken.member_id === (memberId ?? null)
}

function toPasskey(row: Selectable<Schema['passkeys']>): Passkey {
  return {
    id: row.id,
    accountId: row.account_id,
    memberId: row.member_id,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports === '' ? [] : row.transports.split(','),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
