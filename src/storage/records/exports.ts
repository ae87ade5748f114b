import type { Selectable } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { addStoredBytes } from './account-storage.ts'
import type { ExportFile, ExportRecipe } from './export-recipe.ts'
import type { AccountStatus, ExportStatus, Schema } from './schema.ts'

/** An export as its owner sees it. */
export type Export = {
  readonly id: string
  readonly status: ExportStatus
  readonly title: string
  readonly scriptId: string | null
  readonly paragraphs: number
  /** Paragraphs that were rendered for it. */
  readonly rendered: number
  /** UTF-16 units that it was charged with. */
  readonly characters: number
  /** From 0 to 1; 1 only if it is COMPLETE. */
  readonly progress: number
  readonly createdAt: number
  readonly finishedAt: number | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** Null if it is not COMPLETE. */
  readonly file: ExportFile | null
  /** Length of the audio; null if it is not COMPLETE. */
  readonly audioSeconds: number | null
}

export type NewExport = {
  readonly id: string
  readonly accountId: string
  readonly title: string
  readonly scriptId: string | undefined
  readonly recipe: ExportRecipe
  readonly rendered: number
  readonly characters: number
  /** Expected of its file. */
  readonly fileBytes: number
  readonly now: number
}

/** Rows of one statement. */
const BATCH = 500

/** Stores an export. Call it in the transaction that stores its clips. */
export async function insertExport(transaction: Database, created: NewExport): Promise<void> {
  const { id, accountId, recipe, fileBytes } = created
  const json = JSON.stringify(recipe)
  const bytes = fileBytes + Buffer.byteLength(json)
  await transaction
    .insertInto('exports')
    .values({
      id,
      account_id: accountId,
      status: 'PROCESSING',
      title: created.title,
      script_id: created.scriptId ?? null,
      recipe: json,
      paragraphs: recipe.paragraphs.length,
      rendered: created.rendered,
      characters: created.characters,
      created_at: created.now,
      bytes,
    })
    .execute()
  const clipIds = [...new Set(recipe.paragraphs.map(({ clipId }) => clipId))]
  for (let first = 0; first < clipIds.length; first += BATCH) {
    const rows = clipIds.slice(first, first + BATCH).map((clipId) => ({ export_id: id, clip_id: clipId }))
    await transaction.insertInto('export_paragraphs').values(rows).execute()
  }
  await addStoredBytes(transaction, { accountId, bytes })
}

export type ListExportsOptions = {
  readonly accountId: string
  readonly limit: number
  readonly scriptId?: string
  /** Only exports that were accepted before the one with this id. */
  readonly before?: string
}

/** The account's exports, newest first. */
export async function listExports(
  db: Database,
  { accountId, limit, scriptId, before }: ListExportsOptions,
): Promise<readonly Export[]> {
  let query = selectExports(db).where('account_id', '=', accountId)
  if (scriptId !== undefined) query = query.where('script_id', '=', scriptId)
  if (before !== undefined)
    query = query.where('position', '<', (subquery) =>
      subquery.selectFrom('exports').select('position').where('id', '=', before).where('account_id', '=', accountId),
    )
  const rows = await query.orderBy('position', 'desc').limit(limit).execute()
  return rows.map(toExport)
}

type OwnExport = { readonly accountId: string; readonly id: string }

/** Returns an export of the account. Throws NOT_FOUND. */
export async function findExport(db: Database, { accountId, id }: OwnExport): Promise<Export> {
  const row = await selectExports(db).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ServiceError('NOT_FOUND', `Cannot find export ${id}`)
  return toExport(row)
}

/** An export, with what its link needs of its account. */
export type ExportOfAccount = Export & { readonly plan: string; readonly accountStatus: AccountStatus }

/** The export of any account with this id. */
export async function findAnyExport(db: Database, id: string): Promise<ExportOfAccount | undefined> {
  const row = await selectExports(db)
    .innerJoin('accounts', 'accounts.id', 'exports.account_id')
    .select(['accounts.plan', 'accounts.status as account_status'])
    .where('exports.id', '=', id)
    .executeTakeFirst()
  return row && { ...toExport(row), plan: row.plan, accountStatus: row.account_status }
}

/** The recipe of the newest COMPLETE export of a script. */
export async function findLastRecipe(
  db: Database,
  { accountId, scriptId }: { readonly accountId: string; readonly scriptId: string },
): Promise<ExportRecipe | undefined> {
  const row = await db
    .selectFrom('exports')
    .select('recipe')
    .where('account_id', '=', accountId)
    .where('script_id', '=', scriptId)
    .where('status', '=', 'COMPLETE')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && JSON.parse(row.recipe)
}

export async function countUnfinishedExports(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'PROCESSING')
    .executeTakeFirstOrThrow()
  return Number(count)
}

type ExpiredOptions = { readonly plan: string; readonly finishedBefore: number; readonly limit: number }

/** Ids of exports of accounts with a plan that ended before a time. */
export async function findExpiredExports(
  db: Database,
  { plan, finishedBefore, limit }: ExpiredOptions,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('exports')
    .select('id')
    .where('finished_at', '<', finishedBefore)
    .where('account_id', 'in', ({ selectFrom }) => selectFrom('accounts').select('id').where('plan', '=', plan))
    .orderBy('finished_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Which of these exports exist, whatever their account. */
export async function findExistingExports(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('exports')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Removes the record of an export. Its paragraphs are kept for the next one. */
export async function deleteExport(db: Database, id: string): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute()
}

const COLUMNS = [
  'exports.id',
  'exports.status',
  'exports.title',
  'exports.script_id',
  'exports.paragraphs',
  'exports.rendered',
  'exports.characters',
  'exports.assembled',
  'exports.created_at',
  'exports.finished_at',
  'exports.error_code',
  'exports.error_message',
  'exports.file',
  'exports.audio_ms',
] as const

function selectExports(db: Database) {
  return db
    .selectFrom('exports')
    .select(COLUMNS)
    .select(({ selectFrom }) =>
      selectFrom('export_paragraphs')
        .innerJoin('clips', 'clips.id', 'export_paragraphs.clip_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('export_paragraphs.export_id', '=', 'exports.id')
        .where('clips.status', '=', 'PROCESSING')
        .$asScalar()
        .$notNull()
        .as('waiting'),
    )
}

type ExportRow = Omit<
  Selectable<Schema['exports']>,
  'position' | 'account_id' | 'recipe' | 'lease_until' | 'attempts' | 'bytes'
> & { readonly waiting: number }

function toExport(row: ExportRow): Export {
  return {
    id: row.id,
    status: row.status,
    title: row.title,
    scriptId: row.script_id,
    paragraphs: row.paragraphs,
    rendered: row.rendered,
    characters: row.characters,
    progress: progressOf(row),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    file: row.file === null ? null : JSON.parse(row.file),
    audioSeconds: row.audio_ms === null ? null : row.audio_ms / 1000,
  }
}

/** Share of the work that is rendering, if there is any: speaking takes far longer than encoding. */
const RENDERING = 0.8

function progressOf({ status, rendered, waiting, assembled }: ExportRow): number {
  if (status === 'COMPLETE') return 1
  const spoken = rendered === 0 ? 1 : Math.max(0, 1 - Number(waiting) / rendered)
  const share = rendered === 0 ? 0 : RENDERING
  return Math.min(0.999, share * spoken + (1 - share) * (assembled / 1000))
}
