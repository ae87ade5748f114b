import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import type { ProjectRecord } from './projects.ts'
import type { VersionKind } from './schema.ts'

/** A version without its script. `createdAt` is in epoch milliseconds. */
export type ProjectVersion = {
  readonly id: string
  /** Null if nobody named it. */
  readonly name: string | null
  readonly kind: VersionKind
  readonly createdAt: number
  readonly paragraphs: number
  readonly characters: number
}

/** Versions of a project that somebody named, and others. Of the others, the oldest are deleted. */
const MOST_NAMED = 200
const MOST_UNNAMED = 100

export type NewVersion = Omit<ProjectVersion, 'id'> & {
  /** The script, as JSON. */
  readonly script: string
}

/** Adds a version to a project that this transaction has locked. Throws CONFLICT if it has too many that somebody named. */
export async function insertVersion(
  transaction: Database,
  project: Pick<ProjectRecord, 'position' | 'revision'>,
  { name, kind, createdAt, paragraphs, characters, script }: NewVersion,
): Promise<ProjectVersion> {
  const id = randomUUID()
  const bytes = Buffer.byteLength(script)
  const details = { id, name, kind, paragraphs, characters }
  await transaction
    .insertInto('project_versions')
    .values({ ...details, project: project.position, created_at: createdAt, script, bytes })
    .execute()
  if (name !== null) await refuseTooMany(transaction, project)
  const freed = name === null ? await removeOldest(transaction, project) : 0
  await transaction
    .updateTable('projects')
    .set(({ eb }) => ({
      version_at: createdAt,
      version_revision: project.revision,
      bytes: eb('bytes', '+', bytes - freed),
    }))
    .where('position', '=', project.position)
    .execute()
  return { ...details, createdAt }
}

/** Removes the oldest versions without a name beyond those that are kept. Returns their bytes. */
async function removeOldest(db: Database, { position }: Pick<ProjectRecord, 'position'>): Promise<number> {
  const old = await db
    .selectFrom('project_versions')
    .select(['position', 'bytes'])
    .where('project', '=', position)
    .where('name', 'is', null)
    .orderBy('position', 'desc')
    .limit(1000)
    .offset(MOST_UNNAMED)
    .execute()
  if (old.length === 0) return 0
  const positions = old.map((row) => row.position)
  await db.deleteFrom('project_versions').where('position', 'in', positions).execute()
  return old.reduce((sum, { bytes }) => sum + bytes, 0)
}

async function refuseTooMany(db: Database, { position }: Pick<ProjectRecord, 'position'>): Promise<void> {
  const { count } = await db
    .selectFrom('project_versions')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('project', '=', position)
    .where('name', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(count) > MOST_NAMED)
    throw new ServiceError(
      'CONFLICT',
      `Cannot keep the version: the project has ${MOST_NAMED} with a name, which is all it may have; delete one first`,
    )
}

/** The versions of a project, newest first. */
export async function listVersions(
  db: Database,
  { position }: Pick<ProjectRecord, 'position'>,
): Promise<readonly ProjectVersion[]> {
  const rows = await db
    .selectFrom('project_versions')
    .select(['id', 'name', 'kind', 'created_at', 'paragraphs', 'characters'])
    .where('project', '=', position)
    .orderBy('position', 'desc')
    .execute()
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }))
}

/** Returns a version with its script, as JSON. NOT_FOUND if the project has none of this id. */
export async function findVersion(
  db: Database,
  { position }: Pick<ProjectRecord, 'position'>,
  id: string,
): Promise<ProjectVersion & { readonly script: string }> {
  const row = await db
    .selectFrom('project_versions')
    .select(['id', 'name', 'kind', 'created_at', 'paragraphs', 'characters', 'script'])
    .where('project', '=', position)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new ServiceError('NOT_FOUND', `Cannot find version "${id}"`)
  const { created_at: createdAt, ...rest } = row
  return { ...rest, createdAt }
}

/** Deletes a version. */
export async function deleteVersion(
  transaction: Database,
  { position }: Pick<ProjectRecord, 'position'>,
  version: { readonly id: string; readonly script: string },
): Promise<void> {
  await transaction.deleteFrom('project_versions').where('id', '=', version.id).execute()
  await transaction
    .updateTable('projects')
    .set(({ eb }) => ({ bytes: eb('bytes', '-', Buffer.byteLength(version.script)) }))
    .where('position', '=', position)
    .execute()
}
