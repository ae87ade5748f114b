import type { Database } from '../database.ts'

/** Terms that an account may say, whatever other rules forbid, and terms that it may not say. */
export type AccountTerms = { readonly allow: readonly string[]; readonly deny: readonly string[] }

export async function findAccountTerms(db: Database, accountId: string): Promise<AccountTerms | undefined> {
  const row = await db.selectFrom('account_terms').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  return row && { allow: JSON.parse(row.allow), deny: JSON.parse(row.deny) }
}

/** Stores the terms of an account in place of earlier ones. */
export async function setAccountTerms(db: Database, accountId: string, terms: AccountTerms): Promise<void> {
  const row = { allow: JSON.stringify(terms.allow), deny: JSON.stringify(terms.deny) }
  await db
    .insertInto('account_terms')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}
