import type { Database } from '../database.ts'

/** The stored limits of a plan: any of those that a plan has. */
export type StoredLimits = Readonly<Record<string, unknown>>

export async function findPlan(db: Database, name: string): Promise<StoredLimits | undefined> {
  const row = await db.selectFrom('plans').select('limits').where('name', '=', name).executeTakeFirst()
  return row && JSON.parse(row.limits)
}

/** Every stored plan, by name. */
export async function listPlans(
  db: Database,
): Promise<readonly { readonly name: string; readonly limits: StoredLimits }[]> {
  const rows = await db.selectFrom('plans').selectAll().orderBy('name').execute()
  return rows.map(({ name, limits }) => ({ name, limits: JSON.parse(limits) }))
}

/** Stores a plan in place of an earlier one of the same name. */
export async function setPlan(db: Database, name: string, limits: StoredLimits): Promise<void> {
  const stored = JSON.stringify(limits)
  await db
    .insertInto('plans')
    .values({ name, limits: stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ limits: stored }))
    .execute()
}

/** False if no plan of this name is stored. */
export async function deletePlan(db: Database, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('plans').where('name', '=', name).executeTakeFirst()
  return numDeletedRows > 0n
}
