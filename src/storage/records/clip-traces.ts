import type { Database } from '../database.ts'

/** Keeps the trace of the request that clips came with. */
export async function noteClipTrace(
  db: Database,
  { ids, traceparent }: { readonly ids: readonly string[]; readonly traceparent: string },
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('clips')
    .set({ traceparent })
    .where('id', 'in', [...ids])
    .execute()
}

/** The trace of the clip, or of the bulk request, that an event is about; undefined if none was kept. */
export async function findSubjectTrace(db: Database, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('clips')
    .select('traceparent')
    .where((clip) => clip.or([clip('id', '=', subject), clip('bulk_id', '=', subject)]))
    .where('traceparent', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.traceparent ?? undefined
}
