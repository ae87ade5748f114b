import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ServiceError } from '../../errors.ts'
import { type Database, inTransaction } from '../database.ts'
import { findLibrary, type LibraryKey, type Replacement } from './libraries.ts'

export type ReplacementValues = Omit<Replacement, 'replacementId' | 'libraryId'>
export type ReplacementKey = LibraryKey & { readonly replacementId: string }

/** Rows of one SQL statement. More are no faster. */
const ROWS_AT_ONCE = 50

/**
 * Adds replacements to a library and returns them in the order given. Throws CONFLICT if the library has one of the originals.
 * Run it in a transaction: they are added all or none.
 */
export async function addReplacements(
  db: Database,
  key: LibraryKey,
  { values, now }: { readonly values: readonly ReplacementValues[]; readonly now: number },
): Promise<readonly Replacement[]> {
  await findLibrary(db, key)
  const { libraryId } = key
  // First, because it locks the library until the transaction ends.
  await raiseRevision(db, libraryId)
  await checkOriginals(
    db,
    key,
    values.map(({ original }) => original),
  )
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
  return added
}

/** The replacements of a library, oldest first. */
export async function listReplacements(db: Database, key: LibraryKey): Promise<readonly Replacement[]> {
  await findLibrary(db, key)
  return toAll(await selectReplacements(db).where('library_id', '=', key.libraryId).orderBy('position').execute())
}

/** Rows that are read at once. SQLite works on this thread, which has other work too. */
const ROWS_READ_AT_ONCE = 500

/** The enabled replacements of a library, oldest first. Empty if there is no such library. Other work runs between its parts. */
export async function enabledReplacements(db: Database, libraryId: string): Promise<readonly Replacement[]> {
  const replacements: Replacement[] = []
  for (let after = 0; ; ) {
    const rows = await selectReplacements(db)
      .select('position')
      .where('library_id', '=', libraryId)
      .where('enabled', '=', 1)
      .where('position', '>', after)
      .orderBy('position')
      .limit(ROWS_READ_AT_ONCE)
      .execute()
    replacements.push(...toAll(rows))
    if (rows.length < ROWS_READ_AT_ONCE) return replacements
    after = rows.at(-1)!.position
    await setImmediate()
  }
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

/** Stores the new values of a replacement that exists. Throws CONFLICT if another one has its new original. */
export async function updateReplacement(db: Database, replacement: Replacement): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await raiseRevision(transaction, replacement.libraryId)
    const stored = await transaction
      .selectFrom('replacements')
      .select('original')
      .where('id', '=', replacement.replacementId)
      .executeTakeFirst()
    if (stored !== undefined && stored.original !== replacement.original)
      await checkOriginals(transaction, replacement, [replacement.original])
    await transaction
      .updateTable('replacements')
      .set(toColumns(replacement))
      .where('id', '=', replacement.replacementId)
      .execute()
  })
}

export async function deleteReplacement(db: Database, key: ReplacementKey): Promise<void> {
  await inTransaction(db, async (transaction) => {
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

/** Originals of one SQL statement. */
const ORIGINALS_AT_ONCE = 200

/** Throws CONFLICT if the library already replaces one of these originals. Case counts. */
async function checkOriginals(
  transaction: Database,
  { libraryId }: Pick<LibraryKey, 'libraryId'>,
  originals: readonly string[],
): Promise<void> {
  for (let start = 0; start < originals.length; start += ORIGINALS_AT_ONCE) {
    const known = await transaction
      .selectFrom('replacements')
      .select(['id', 'original'])
      .where('library_id', '=', libraryId)
      .where('original', 'in', originals.slice(start, start + ORIGINALS_AT_ONCE))
      .limit(1)
      .executeTakeFirst()
    if (known !== undefined) throw originalTaken(libraryId, known)
    await setImmediate()
  }
}

function originalTaken(libraryId: string, known: { readonly id: string; readonly original: string }): ServiceError {
  return new ServiceError(
    'CONFLICT',
    `Cannot store replacement: library "${libraryId}" already replaces "${known.original}", in replacement ${known.id}`,
  )
}
