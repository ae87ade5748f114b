import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'

export type Library = { readonly id: string; readonly name: string }

export type Replacement = {
  readonly replacementId: string
  readonly libraryId: string
  readonly original: string
  readonly replacementText: string
  readonly isPhoneticRespelling: boolean
  readonly enabled: boolean
}

/** A library of an account; `accountId` is checked on every access, so that no account sees another's. */
export type LibraryKey = { readonly accountId: string; readonly libraryId: string }

export async function createLibrary(
  db: Database,
  { accountId, name, now }: { readonly accountId: string; readonly name: string; readonly now: number },
): Promise<Library> {
  const id = randomUUID()
  await db.insertInto('replacement_libraries').values({ id, account_id: accountId, name, created_at: now }).execute()
  return { id, name }
}

/** The account's libraries, oldest first. */
export async function listLibraries(db: Database, accountId: string): Promise<readonly Library[]> {
  return await db
    .selectFrom('replacement_libraries')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute()
}

export async function countLibraries(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('replacement_libraries')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Of each named library its revision, in the order of `libraryIds`. NOT_FOUND names the first that the account lacks. */
export async function findLibraryRevisions(
  db: Database,
  { accountId, libraryIds }: { readonly accountId: string; readonly libraryIds: readonly string[] },
): Promise<readonly number[]> {
  if (libraryIds.length === 0) return []
  const rows = await db
    .selectFrom('replacement_libraries')
    .select(['id', 'revision'])
    .where('account_id', '=', accountId)
    .where('id', 'in', libraryIds)
    .execute()
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
  return libraryIds.map((id) => revisions.get(id) ?? refuseUnknown(id))
}

/** Those of the named libraries that the account still has. */
export async function keepKnownLibraries(
  db: Database,
  accountId: string,
  libraryIds: readonly string[],
): Promise<readonly string[]> {
  if (libraryIds.length === 0) return []
  const rows = await db
    .selectFrom('replacement_libraries')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', libraryIds)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return libraryIds.filter((id) => known.has(id))
}

function refuseUnknown(libraryId: string): never {
  throw new ServiceError('NOT_FOUND', `Cannot find replacement library "${libraryId}"`)
}

/** Returns the library. NOT_FOUND if the account has none of this id. */
export async function findLibrary(db: Database, { accountId, libraryId }: LibraryKey): Promise<Library> {
  const row = await db
    .selectFrom('replacement_libraries')
    .select(['id', 'name'])
    .where('id', '=', libraryId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? refuseUnknown(libraryId)
}

export async function renameLibrary(db: Database, key: LibraryKey, name: string): Promise<Library> {
  await findLibrary(db, key)
  await db.updateTable('replacement_libraries').set({ name }).where('id', '=', key.libraryId).execute()
  return { id: key.libraryId, name }
}

/** Deletes the library with all its replacements. */
export async function deleteLibrary(db: Database, key: LibraryKey): Promise<void> {
  await findLibrary(db, key)
  await db.deleteFrom('replacement_libraries').where('id', '=', key.libraryId).execute()
}
