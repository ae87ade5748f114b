import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What an account owns besides its clips. */
const RECORDS = [
  'replacement_libraries',
  'idempotency_keys',
  'sign_in_codes',
  'passkeys',
  'member_identities',
  'members',
  'account_terms',
  'webhook_endpoints',
  'events',
  'exports',
  'projects',
] as const

/** Ids of deleted accounts that still own something. */
export async function findDeletedAccountsWithContents(db: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('status', '=', 'deleted')
    .where(({ or }) =>
      or(
        ['clips', ...RECORDS].map(
          (table) =>
            sql<boolean>`exists (select 1 from ${sql.table(table)} as owned where owned.account_id = accounts.id)`,
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes what an account owned besides its clips: libraries with their replacements, webhooks with their deliveries, and the rest. */
export async function deleteAccountRecords(db: Database, accountId: string): Promise<void> {
  for (const table of RECORDS) await db.deleteFrom(table).where('account_id', '=', accountId).execute()
}
