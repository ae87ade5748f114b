import type { Kysely } from 'kysely'

/** Limits that are new in the default plan. A plan that its operator made keeps allowing what it allowed. */
const NO_LIMITS = { fileSeconds: null, combinedSecondsPerDay: null, storedBytes: null }

/** Frees the stored plans from limits that the default plan has from now on. */
export async function keepStoredPlans(db: Kysely<Plans>): Promise<void> {
  for (const { name, limits } of await db.selectFrom('plans').selectAll().execute()) {
    const kept = JSON.stringify({ ...NO_LIMITS, ...(JSON.parse(limits) as object) })
    await db.updateTable('plans').set({ limits: kept }).where('name', '=', name).execute()
  }
}

type Plans = { readonly plans: { readonly name: string; readonly limits: string } }
