import type { Selectable } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { isPostgres } from '../migrations/identity-column.ts'
import type { Schema } from './schema.ts'

/** A project as its owner sees it. Times are epoch milliseconds. */
export type Project = {
  readonly id: string
  readonly name: string
  readonly folder: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt: number | null
  readonly trashedAt: number | null
  /** Rises with every change of the script. */
  readonly revision: number
  readonly paragraphs: number
  /** UTF-16 units. */
  readonly characters: number
}

/** A project with what its changes need. */
export type ProjectRecord = Project & {
  /** Names it in other tables, and to other processes. */
  readonly position: number
  /** When the last version was made, or else the project; and of which revision it is. */
  readonly versionAt: number
  readonly versionRevision: number
  readonly stateRevision: number
}

export type ProjectKey = { readonly accountId: string; readonly id: string }

/** Which projects are listed. */
export const PROJECT_STATES = ['active', 'archived', 'trashed'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

const COLUMNS = [
  'position',
  'id',
  'name',
  'folder',
  'created_at',
  'updated_at',
  'archived_at',
  'trashed_at',
  'revision',
  'version_at',
  'version_revision',
  'paragraphs',
  'characters',
  'state_revision',
] as const

export type NewProject = ProjectKey & { readonly folder: string; readonly now: number }

/** Adds a project without a script. Throws CONFLICT if the account has one of this id. */
export async function insertProject(db: Database, { accountId, id, folder, now }: NewProject): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('projects')
    .values({
      account_id: accountId,
      id,
      name: '',
      folder,
      created_at: now,
      updated_at: now,
      version_at: now,
      state: '',
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n)
    throw new ServiceError('CONFLICT', `Cannot create project "${id}": the account has one of this id`)
}

/** The account's projects in a state, the one that was changed last first. */
export async function listProjects(
  db: Database,
  { accountId, state, folder }: { readonly accountId: string; readonly state: ProjectState; readonly folder?: string },
): Promise<readonly Project[]> {
  let query = db.selectFrom('projects').select(COLUMNS).where('account_id', '=', accountId)
  query = query.where('trashed_at', state === 'trashed' ? 'is not' : 'is', null)
  if (state !== 'trashed') query = query.where('archived_at', state === 'archived' ? 'is not' : 'is', null)
  if (folder !== undefined) query = query.where('folder', '=', folder)
  const rows = await query.orderBy('updated_at', 'desc').orderBy('position', 'desc').execute()
  return rows.map(toRecord)
}

/** How many projects an account has, those in the trash too. */
export async function countProjects(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('projects')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the project. NOT_FOUND if the account has none of this id. */
export async function findProject(db: Database, key: ProjectKey): Promise<ProjectRecord> {
  return toRecord(
    await select(db, key)
      .executeTakeFirst()
      .then((row) => row ?? refuseUnknown(key.id)),
  )
}

export async function hasProject(db: Database, key: ProjectKey): Promise<boolean> {
  return (await select(db, key).executeTakeFirst()) !== undefined
}

/** Returns the project. Until the transaction ends, no other one gets it so. */
export async function lockProject(transaction: Database, key: ProjectKey): Promise<ProjectRecord> {
  const query = select(transaction, key)
  // SQLite has one transaction at a time.
  const row = await (isPostgres(transaction) ? query.forUpdate() : query).executeTakeFirst()
  return toRecord(row ?? refuseUnknown(key.id))
}

function select(db: Database, { accountId, id }: ProjectKey) {
  return db.selectFrom('projects').select(COLUMNS).where('account_id', '=', accountId).where('id', '=', id)
}

function refuseUnknown(id: string): never {
  throw new ServiceError('NOT_FOUND', `Cannot find project "${id}"`)
}

export type ProjectChange = {
  readonly folder?: string
  readonly archivedAt?: number | null
  readonly trashedAt?: number | null
}

/** Files, archives or trashes a project, or takes it back. */
export async function updateProject(db: Database, position: number, change: ProjectChange): Promise<void> {
  const { folder, archivedAt, trashedAt } = change
  const values = {
    ...(folder !== undefined && { folder }),
    ...(archivedAt !== undefined && { archived_at: archivedAt }),
    ...(trashedAt !== undefined && { trashed_at: trashedAt }),
  }
  if (Object.keys(values).length === 0) return
  await db.updateTable('projects').set(values).where('position', '=', position).execute()
}

/** Deletes a project with its script and all versions. */
export async function deleteProject(db: Database, position: number): Promise<void> {
  await db.deleteFrom('projects').where('position', '=', position).execute()
}

/** Deletes what has been in the trash since before a time. */
export async function deleteTrashedBefore(db: Database, time: number): Promise<void> {
  await db.deleteFrom('projects').where('trashed_at', '<', time).execute()
}

/** The revisions of projects, by position. */
export async function findProjectRevisions(
  db: Database,
  positions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (positions.length === 0) return new Map()
  const rows = await db
    .selectFrom('projects')
    .select(['position', 'revision'])
    .where('position', 'in', positions)
    .execute()
  return new Map(rows.map(({ position, revision }) => [position, revision]))
}

type Row = Pick<Selectable<Schema['projects']>, (typeof COLUMNS)[number]>

function toRecord(row: Row): ProjectRecord {
  return {
    position: row.position,
    id: row.id,
    name: row.name,
    folder: row.folder,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    trashedAt: row.trashed_at,
    revision: row.revision,
    versionAt: row.version_at,
    versionRevision: row.version_revision,
    paragraphs: row.paragraphs,
    characters: row.characters,
    stateRevision: row.state_revision,
  }
}
