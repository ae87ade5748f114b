import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import type { ProjectRecord } from './projects.ts'

/** The updates that make up a script, and the revision that it then has. */
export type StoredUpdates = { readonly updates: readonly Uint8Array[]; readonly revision: number }

/**
 * Reads what makes up the script of a project: its merged state, and the updates since then. Throws NOT_FOUND if the project is gone. It is
 * one statement, so that another process cannot merge the updates in between.
 */
export async function readUpdates(
  db: Database,
  { position, id }: Pick<ProjectRecord, 'position' | 'id'>,
): Promise<StoredUpdates> {
  const rows = await db
    .selectFrom('projects')
    .select(['state_revision as revision', 'state as data'])
    .where('position', '=', position)
    .unionAll((since) =>
      since.selectFrom('project_updates').select(['revision', 'data']).where('project', '=', position),
    )
    .orderBy('revision')
    .execute()
  const last = rows.at(-1)
  if (last === undefined) throw new ServiceError('NOT_FOUND', `Cannot find project "${id}"`)
  const updates = rows.map(({ data }) => data).filter((data) => data !== '')
  return { updates: updates.map((data) => Buffer.from(data, 'base64')), revision: last.revision }
}

export type ChangedScript = {
  readonly update: Uint8Array
  readonly name: string
  readonly paragraphs: number
  readonly characters: number
  readonly now: number
  /** The merged state, if the updates are merged now. */
  readonly state?: Uint8Array
}

/** Stores a change of a project that this transaction has locked. */
export async function appendUpdate(
  transaction: Database,
  { position, revision }: ProjectRecord,
  { update, name, paragraphs, characters, now, state }: ChangedScript,
): Promise<void> {
  const next = revision + 1
  const values = { name, paragraphs, characters, updated_at: now, revision: next }
  const query = transaction.updateTable('projects').where('position', '=', position)
  if (state === undefined) {
    const data = toBase64(update)
    await transaction.insertInto('project_updates').values({ project: position, revision: next, data }).execute()
    await query.set(({ eb }) => ({ ...values, bytes: eb('bytes', '+', data.length) })).execute()
    return
  }
  const merged = toBase64(state)
  await transaction.deleteFrom('project_updates').where('project', '=', position).execute()
  const versions = await sumVersionBytes(transaction, position)
  await query.set({ ...values, state: merged, state_revision: next, bytes: merged.length + versions }).execute()
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

async function sumVersionBytes(db: Database, position: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('project_versions')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .where('project', '=', position)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}
