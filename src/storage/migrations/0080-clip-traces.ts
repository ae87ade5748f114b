import type { Kysely } from 'kysely'

/** Lets a worker continue the trace of the request that a clip came with. */
export async function addClipTraces(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('clips').addColumn('traceparent', 'text').execute()
}
