import type { Database } from '../database.ts'

/** A person at an identity provider. */
export type Identity = { readonly issuer: string; readonly subject: string }

export type IdentifiedMember = { readonly id: string; readonly accountId: string }

/** The member that an identity has signed in as before, unless it was removed. */
export async function findMemberOfIdentity(
  db: Database,
  { issuer, subject }: Identity,
): Promise<IdentifiedMember | undefined> {
  return await db
    .selectFrom('member_identities')
    .innerJoin('members', 'members.id', 'member_identities.member_id')
    .select(['members.id', 'members.account_id as accountId'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The members with an email address that no identity has signed in as yet. */
export async function findUnclaimedMembers(db: Database, email: string): Promise<readonly IdentifiedMember[]> {
  return await db
    .selectFrom('members')
    .leftJoin('member_identities', 'member_identities.member_id', 'members.id')
    .select(['members.id', 'members.account_id as accountId'])
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .where('member_identities.subject', 'is', null)
    .execute()
}

/** Notes which member an identity signs in as. False if it is one already. */
export async function insertIdentity(
  db: Database,
  { issuer, subject, id, accountId, now }: Identity & IdentifiedMember & { readonly now: number },
): Promise<boolean> {
  const row = await db
    .insertInto('member_identities')
    .values({ issuer, subject, account_id: accountId, member_id: id, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets who signs in as a member, as its email address has changed. */
export async function deleteIdentitiesOf(db: Database, memberId: string): Promise<void> {
  await db.deleteFrom('member_identities').where('member_id', '=', memberId).execute()
}

/** A sign-in that is under way at the identity provider. */
export type OidcSignIn = { readonly nonce: string; readonly codeVerifier: string }

type Hashes = { readonly hash: string; readonly browserHash: string }

/** Stores a sign-in, and removes those that have expired. */
export async function insertOidcSignIn(
  db: Database,
  {
    hash,
    browserHash,
    nonce,
    codeVerifier,
    expiresAt,
    now,
  }: OidcSignIn & Hashes & { readonly expiresAt: number; readonly now: number },
): Promise<void> {
  await db.deleteFrom('oidc_sign_ins').where('expires_at', '<=', now).execute()
  const row = { hash, browser_hash: browserHash, nonce, code_verifier: codeVerifier, expires_at: expiresAt }
  await db.insertInto('oidc_sign_ins').values(row).execute()
}

/** The sign-in that this browser has begun, unless it has expired. It is gone afterwards, so it works once. */
export async function takeOidcSignIn(
  db: Database,
  { hash, browserHash, now }: Hashes & { readonly now: number },
): Promise<OidcSignIn | undefined> {
  return await db
    .deleteFrom('oidc_sign_ins')
    .where('hash', '=', hash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['nonce', 'code_verifier as codeVerifier'])
    .executeTakeFirst()
}
