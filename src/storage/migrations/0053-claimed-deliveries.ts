import { type Kysely, sql } from 'kysely'

/** Finds the deliveries that are under way, of which there are few, among all that wait for another attempt. */
export async function indexClaimedDeliveries(db: Kysely<unknown>): Promise<void> {
  const isClaimed = sql<boolean>`status = 'pending' and claimed = 1`
  await db.schema
    .createIndex('webhook_deliveries_claimed')
    .on('webhook_deliveries')
    .column('due_at')
    .where(isClaimed)
    .execute()
}
