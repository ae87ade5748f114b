import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { findLibrary, type LibraryKey, type Replacement } from './libraries.ts'

export type ReplacementValues = Omit<Replacement, 'replacementId' | 'libraryId'>
export type ReplacementKey = LibraryKey & { readonly replacementId: string }

/** Rows of one SQL statement. More are no faster. */
const ROWS_AT_ONCE = 50

/** Adds replacements to a library and returns them in the order given. Run it in a transaction: they are added all or none. */
export async function addReplacements(
  db: Database,
  key: LibraryKey,
  { values, now }: { readonly values: readonly ReplacementValues[]; readonly now: number },
): Promise<readonly Replacement[]> {
  await findLibrary(db, key)
  const { libraryId } = key
  const added = values.map((value) => ({ ...value, replacementId: randomUUID(), libraryId }))
  for (let start = 0; start < added.length; start += ROWS_AT_ONCE) {
    const rows = added.slice(start, start + ROWS_AT_ONCE)
    const columns = rows.map((row) => ({
      id: row.replacementId,
      library_id: libraryId,
      created_at: now,
      ...toColumns(row),
    }))
    await db.insertInto('replacements').values(columns).execute()
    // SQLite works on this thread, which meanwhile has speech to send.
    await setImmediate()
  }
  await raiseRevision(db, libraryId)
  return added
}

/** The replacements of a library, oldest first. */
export async function listReplacements(db: Database, key: LibraryKey): Promise<readonly Replacement[]> {
  await findLibrary(db, key)
  return toAll(await selectReplacements(db).where('library_id', '=', key.libraryId).orderBy('position').execute())
}

/** The enabled replacements of a library, oldest first; none of a library that there is not. */
export async function enabledReplacements(db: Database, libraryId: string): Promise<readonly Replacement[]> {
  const ofLibrary = selectReplacements(db).where('library_id', '=', libraryId)
  return toAll(await ofLibrary.where('enabled', '=', 1).orderBy('position').execute())
}

export async function countReplacements(db: Database, libraryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('replacements')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('library_id', '=', libraryId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findReplacement(db: Database, key: ReplacementKey): Promise<Replacement> {
  await findLibrary(db, key)
  const row = await selectReplacements(db)
    .where('id', '=', key.replacementId)
    .where('library_id', '=', key.libraryId)
    .executeTakeFirst()
  if (row === undefined) {
    throw new ServiceError('NOT_FOUND', `Cannot find replacement "${key.replacementId}" in library "${key.libraryId}"`)
  }
  return toReplacement(row)
}

/** Stores the new values of a replacement that exists. */
export async function updateReplacement(db: Database, replacement: Replacement): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('replacements')
      .set(toColumns(replacement))
      .where('id', '=', replacement.replacementId)
      .execute()
    await raiseRevision(transaction, replacement.libraryId)
  })
}

export async function deleteReplacement(db: Database, key: ReplacementKey): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await findReplacement(transaction, key)
    await transaction.deleteFrom('replacements').where('id', '=', key.replacementId).execute()
    await raiseRevision(transaction, key.libraryId)
  })
}

async function raiseRevision(transaction: Database, libraryId: string): Promise<void> {
  await transaction
    .updateTable('replacement_libraries')
    .set((column) => ({ revision: column('revision', '+', 1) }))
    .where('id', '=', libraryId)
    .execute()
}

function selectReplacements(db: Database) {
  return db
    .selectFrom('replacements')
    .select(['id', 'library_id', 'original', 'replacement_text', 'is_phonetic_respelling', 'enabled'])
}

type ReplacementRow = Awaited<ReturnType<ReturnType<typeof selectReplacements>['executeTakeFirstOrThrow']>>

function toAll(rows: readonly ReplacementRow[]): readonly Replacement[] {
  return rows.map(toReplacement)
}

function toReplacement(row: ReplacementRow): Replacement {
  return {
    replacementId: row.id,
    libraryId: row.library_id,
    original: row.original,
    replacementText: row.replacement_text,
    isPhoneticRespelling: row.is_phonetic_respelling !== 0,
    enabled: row.enabled !== 0,
  }
}

function toColumns(values: ReplacementValues) {
  return {
    original: values.original,
    replacement_text: values.replacementText,
    is_phonetic_respelling: Number(values.isPhoneticRespelling),
    enabled: Number(values.enabled),
  }
}
