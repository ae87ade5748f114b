import type { Database } from '../database.ts'
import type { ExportFile, ExportRecipe } from './export-recipe.ts'

/** An export as a worker gets it. */
export type ExportJob = {
  readonly id: string
  readonly accountId: string
  readonly title: string
  readonly recipe: ExportRecipe
  /** How often a worker began with it, this time included. */
  readonly attempts: number
}

/**
 * Claims the first export whose paragraphs have all ended, until a time, for one worker alone. Undefined if there is none. A worker that dies
 * loses it at that time.
 */
export async function claimExport(
  db: Database,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<ExportJob | undefined> {
  const row = await db
    .updateTable('exports')
    .set((update) => ({ lease_until: until, attempts: update('attempts', '+', 1) }))
    .where('status', '=', 'PROCESSING')
    .where('lease_until', '<=', now)
    .where('id', '=', (query) =>
      query
        .selectFrom('exports as ready')
        .select('ready.id')
        .where('ready.status', '=', 'PROCESSING')
        .where('ready.lease_until', '<=', now)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('export_paragraphs')
                .innerJoin('clips', 'clips.id', 'export_paragraphs.clip_id')
                .select('clips.id')
                .whereRef('export_paragraphs.export_id', '=', 'ready.id')
                .where('clips.status', '=', 'PROCESSING'),
            ),
          ),
        )
        .orderBy('ready.position')
        .limit(1),
    )
    .returning(['id', 'account_id', 'title', 'recipe', 'attempts'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, account_id: accountId, title, recipe, attempts } = row
  return { id, accountId, title, recipe: JSON.parse(recipe), attempts }
}

/** Keeps a claim until a later time, and notes the share of the files that is written. False if the export is PROCESSING no more. */
export async function holdExport(
  db: Database,
  id: string,
  { until, assembled }: { readonly until: number; readonly assembled: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ lease_until: until, assembled: Math.round(1000 * assembled) })
    .where('id', '=', id)
    .where('status', '=', 'PROCESSING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives an export back. `isCounted`: whether the attempt counts. */
export async function releaseExport(
  db: Database,
  id: string,
  { until = 0, isCounted = true }: { readonly until?: number; readonly isCounted?: boolean } = {},
): Promise<void> {
  await db
    .updateTable('exports')
    .set((update) => ({
      lease_until: until,
      assembled: 0,
      ...(!isCounted && { attempts: update('attempts', '-', 1) }),
    }))
    .where('id', '=', id)
    .where('status', '=', 'PROCESSING')
    .execute()
}

/** Ends the claims of a process that is gone. Call it at the start of the process that owns the data directory. */
export async function recoverExports(db: Database): Promise<void> {
  await db.updateTable('exports').set({ lease_until: 0 }).where('status', '=', 'PROCESSING').execute()
}

type ExportResult = { readonly file: ExportFile; readonly audioMs: number; readonly now: number }

/** Ends an export as COMPLETE. False if it was cancelled or deleted meanwhile; true if it is COMPLETE already. */
export async function completeExport(db: Database, id: string, { file, audioMs, now }: ExportResult): Promise<boolean> {
  await db
    .updateTable('exports')
    .set((update) => ({
      status: 'COMPLETE',
      file: JSON.stringify(file),
      audio_ms: Math.round(audioMs),
      finished_at: now,
      assembled: 1000,
      bytes: update(update.fn<number>('octet_length', ['recipe']), '+', file.bytes),
    }))
    .where('id', '=', id)
    .where('status', '=', 'PROCESSING')
    .execute()
  const row = await db.selectFrom('exports').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === 'COMPLETE'
}

export type ExportFailure = {
  readonly code: string
  readonly message: string
  /** UTF-16 units of paragraphs that were not rendered, which are not charged. */
  readonly refunded: number
}

/** Ends an export as FAILED. */
export async function failExport(
  db: Database,
  id: string,
  { code, message, refunded, now }: ExportFailure & { readonly now: number },
): Promise<void> {
  await endWithoutFile(db, id, { status: 'FAILED', code, message, refunded, now })
}

type End = Omit<ExportFailure, 'code' | 'message'> & {
  readonly status: 'FAILED' | 'CANCELED'
  readonly code: string | null
  readonly message: string | null
  readonly now: number
}

/** Ends a PROCESSING export without a file. False if it has ended already or is gone. */
export async function endWithoutFile(
  db: Database,
  id: string,
  { status, code, message, refunded, now }: End,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set((update) => ({
      status,
      error_code: code,
      error_message: message,
      finished_at: now,
      characters: update('characters', '-', refunded),
      bytes: update.fn<number>('octet_length', ['recipe']),
    }))
    .where('id', '=', id)
    .where('status', '=', 'PROCESSING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes a COMPLETE export PROCESSING again, because its file is gone: it is written again from its paragraphs. */
export async function restoreExport(db: Database, id: string): Promise<void> {
  await db
    .updateTable('exports')
    .set({ status: 'PROCESSING', lease_until: 0, attempts: 0, assembled: 0, finished_at: null, file: null })
    .where('id', '=', id)
    .where('status', '=', 'COMPLETE')
    .execute()
}
