import type { Database } from '../database.ts'

/** Ids of deleted accounts that still own clips, libraries or webhooks. */
export async function findDeletedAccountsWithContents(db: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('status', '=', 'deleted')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('clips').select('clips.id').whereRef('clips.account_id', '=', 'accounts.id')),
        exists(
          selectFrom('replacement_libraries')
            .select('replacement_libraries.id')
            .whereRef('replacement_libraries.account_id', '=', 'accounts.id'),
        ),
        exists(
          selectFrom('webhook_endpoints')
            .select('webhook_endpoints.id')
            .whereRef('webhook_endpoints.account_id', '=', 'accounts.id'),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes what an account owned besides its clips: libraries with their replacements, idempotency keys and sign-in codes. */
export async function deleteAccountRecords(db: Database, accountId: string): Promise<void> {
  for (const table of [
    'replacement_libraries',
    'idempotency_keys',
    'sign_in_codes',
    'account_terms',
    'webhook_endpoints',
    'events',
  ] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
}
