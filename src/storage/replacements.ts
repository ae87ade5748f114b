import { randomUUID } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { Database } from './database.ts'
import { findLibrary, type LibraryKey, type Replacement } from './libraries.ts'

export type ReplacementValues = Omit<Replacement, 'replacementId' | 'libraryId'>
export type ReplacementKey = LibraryKey & { readonly replacementId: string }

/** Adds replacements to a library and returns them in the order given. Run it in a transaction: they are added all or none. */
export async function addReplacements(
  db: Database,
  key: LibraryKey,
  { values, now }: { readonly values: readonly ReplacementValues[]; readonly now: number },
): Promise<readonly Replacement[]> {
  await findLibrary(db, key)
  const added = values.map((value) => ({ ...value, replacementId: randomUUID(), libraryId: key.libraryId }))
  for (const replacement of added) {
    await db
      .insertInto('replacements')
      .values({
        id: replacement.replacementId,
        library_id: key.libraryId,
        created_at: now,
        ...toColumns(replacement),
      })
      .execute()
  }
  return added
}

/** The replacements of a library, oldest first. */
export async function listReplacements(db: Database, key: LibraryKey): Promise<readonly Replacement[]> {
  await findLibrary(db, key)
  return await selectReplacements(db).where('library_id', '=', key.libraryId).orderBy('position').execute().then(toAll)
}

/** The enabled replacements of each library, in the order of the ids. NOT_FOUND names the first id that the account lacks. */
export async function enabledReplacements(
  db: Database,
  { accountId, libraryIds }: { readonly accountId: string; readonly libraryIds: readonly string[] },
): Promise<readonly { readonly libraryId: string; readonly replacements: readonly Replacement[] }[]> {
  const libraries: { libraryId: string; replacements: readonly Replacement[] }[] = []
  for (const libraryId of new Set(libraryIds)) {
    const replacements = await listReplacements(db, { accountId, libraryId })
    libraries.push({ libraryId, replacements: replacements.filter(({ enabled }) => enabled) })
  }
  return libraries
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
  await db.updateTable('replacements').set(toColumns(replacement)).where('id', '=', replacement.replacementId).execute()
}

export async function deleteReplacement(db: Database, key: ReplacementKey): Promise<void> {
  await findReplacement(db, key)
  await db.deleteFrom('replacements').where('id', '=', key.replacementId).execute()
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
