import type { Database } from '../database.ts'

/**
 * Takes a lease for this process until a time. False while another process has it. A lease ends at its time or by `endLease`, so a
 * process that dies does not hold it for long.
 */
export async function takeLease(
  db: Database,
  name: string,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('leases')
    .values({ name, held_until: until })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ held_until: until }).where('leases.held_until', '<=', now),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function endLease(db: Database, name: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).execute()
}
