import { Kysely, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { openNodeSqlite } from './embedded/node-sqlite-database.ts'
import { createFirstTables } from './migrations/0001-first-tables.ts'
import { addLibraryRevisions } from './migrations/0002-library-revisions.ts'
import { createCharacterUsage } from './migrations/0003-character-usage.ts'
import { addClipTiming } from './migrations/0004-clip-timing.ts'
import { moveClipPlans } from './migrations/0005-clip-plans.ts'
import { indexOriginals } from './migrations/0010-replacement-originals.ts'
import type { Schema } from './records/schema.ts'

export type Database = Kysely<Schema>

/** By name, in order; a released migration never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': { up: createFirstTables },
  '0002-library-revisions': { up: addLibraryRevisions },
  '0003-character-usage': { up: createCharacterUsage },
  '0004-clip-timing': { up: addClipTiming },
  '0005-clip-plans': { up: moveClipPlans },
  '0010-replacement-originals': { up: indexOriginals },
}

/** Opens the database file, `:memory:` for one that nobody else sees, and brings its tables up to date. */
export async function openDatabase(path: string): Promise<Database> {
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: openNodeSqlite(path) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) {
    await db.destroy()
    throw new Error(`Cannot bring the database ${path} up to date`, { cause: error })
  }
  return db
}
