import type { Database } from '../database.ts'
import type { ProjectRecord } from './projects.ts'

/** What makes up the script of a project: its state and the updates since then, which come in any order. */
export async function readUpdates(db: Database, position: number): Promise<readonly Uint8Array[]> {
  const { state } = await db
    .selectFrom('projects')
    .select('state')
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('project_updates')
    .select('data')
    .where('project', '=', position)
    .orderBy('revision')
    .execute()
  return [state, ...rows.map(({ data }) => data)]
    .filter((data) => data !== '')
    .map((data) => Buffer.from(data, 'base64'))
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
