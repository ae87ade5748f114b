import type { Database } from '../database.ts'

/** Returns the bytes that an account stores, with those that its unfinished clips and exports are expected to take. */
export async function findStoredBytes(db: Database, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('account_storage')
    .select('bytes')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Adds the bytes of new clips. Triggers note every later change. Until the transaction ends, no other adds clips of the account. */
export async function addStoredBytes(
  transaction: Database,
  { accountId, bytes }: { readonly accountId: string; readonly bytes: number },
): Promise<void> {
  await transaction
    .insertInto('account_storage')
    .values({ account_id: accountId, bytes })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet(({ ref, eb }) => ({ bytes: eb(ref('account_storage.bytes'), '+', bytes) })),
    )
    .execute()
}

/** The clip of an account that ended first and is still there. */
export async function findOldestClip(
  db: Database,
  accountId: string,
): Promise<{ readonly id: string; readonly finishedAt: number } | undefined> {
  const row = await db
    .selectFrom('clips')
    .select(['id', 'finished_at'])
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'paragraph')
    .where('finished_at', 'is not', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, finishedAt: Number(row.finished_at) }
}
