import { type Kysely, sql } from 'kysely'

/** Gives each clip a turn, so that accounts are served fairly: see `insertClips`. */
export async function addClipTurns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('clips')
    .addColumn('turn', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  const isWaiting = sql<boolean>`status = 'PROCESSING'`
  await db.schema.dropIndex('clips_waiting').execute()
  const columns = ['interruptions', 'turn', 'position']
  await db.schema.createIndex('clips_waiting').on('clips').columns(columns).where(isWaiting).execute()
  await db.schema.createIndex('clips_turn').on('clips').column('turn').where(isWaiting).execute()
  await db.schema
    .createIndex('clips_account_turn')
    .on('clips')
    .columns(['account_id', 'turn'])
    .where(isWaiting)
    .execute()
}
