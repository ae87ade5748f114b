import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../records/schema.ts'
import { createFirstTables } from './0001-first-tables.ts'
import { addLibraryRevisions } from './0002-library-revisions.ts'
import { createCharacterUsage } from './0003-character-usage.ts'
import { addClipTiming } from './0004-clip-timing.ts'
import { moveClipPlans } from './0005-clip-plans.ts'
import { addClipAudio } from './0006-clip-audio.ts'
import { createStudioSessions } from './0007-studio-sessions.ts'
import { addClipTurns } from './0008-clip-turns.ts'
import { indexOriginals } from './0010-replacement-originals.ts'
import { addKeysAndPlans } from './0011-keys-and-plans.ts'
import { createUsageByDay } from './0012-usage-by-day.ts'
import { addSignals } from './0020-signals.ts'
import { createTokenBucketTable } from './0021-token-buckets.ts'
import { addClipDetails } from './0030-clip-details.ts'
import { createEvents } from './0031-events.ts'
import { createClipParts } from './0032-clip-parts.ts'
import { createWebhooks } from './0033-webhooks.ts'
import { addRetention } from './0034-retention.ts'
import { addAdministration } from './0040-administration.ts'
import { addUsageResults } from './0041-usage-results.ts'
import { createAccountTerms } from './0042-account-terms.ts'
import { createHeldCharacters } from './0050-held-characters.ts'
import { createRulesVersion } from './0051-rules-version.ts'
import { addClipWarnings } from './0052-clip-warnings.ts'
import { indexClaimedDeliveries } from './0053-claimed-deliveries.ts'
import { addSessionDetails } from './0060-session-details.ts'
import { addKeyFamilies } from './0061-key-families.ts'
import { countStoredBytes } from './0062-stored-bytes.ts'
import { createCombinedAudio } from './0063-combined-audio.ts'
import { keepStoredPlans } from './0064-plans-without-new-limits.ts'
import { createExports } from './0065-exports.ts'
import { createProjects } from './0070-projects.ts'
import { createMembers } from './0075-members.ts'
import { createPasskeys } from './0076-passkeys.ts'
import { createIdentities } from './0077-identities.ts'
import { addClipTraces } from './0080-clip-traces.ts'
import { NewerDatabaseError } from './newer-database-error.ts'

type Migration = (db: Kysely<unknown>) => Promise<void>

/** In order of their names. A released migration never changes. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': createFirstTables,
  '0002-library-revisions': addLibraryRevisions,
  '0003-character-usage': createCharacterUsage,
  '0004-clip-timing': addClipTiming,
  '0005-clip-plans': moveClipPlans,
  '0006-clip-audio': addClipAudio,
  '0007-studio-sessions': createStudioSessions,
  '0008-clip-turns': addClipTurns,
  '0010-replacement-originals': indexOriginals,
  '0011-keys-and-plans': addKeysAndPlans as Migration,
  '0012-usage-by-day': createUsageByDay,
  '0020-signals': addSignals,
  '0021-token-buckets': createTokenBucketTable,
  '0030-clip-details': addClipDetails,
  '0031-events': createEvents,
  '0032-clip-parts': createClipParts,
  '0033-webhooks': createWebhooks,
  '0034-retention': addRetention,
  '0040-administration': addAdministration,
  '0041-usage-results': addUsageResults,
  '0042-account-terms': createAccountTerms,
  '0050-held-characters': createHeldCharacters,
  '0051-rules-version': createRulesVersion,
  '0052-clip-warnings': addClipWarnings,
  '0053-claimed-deliveries': indexClaimedDeliveries,
  '0060-session-details': addSessionDetails,
  '0061-key-families': addKeyFamilies,
  '0062-stored-bytes': countStoredBytes,
  '0063-combined-audio': createCombinedAudio,
  '0064-plans-without-new-limits': keepStoredPlans as Migration,
  '0065-exports': createExports,
  '0070-projects': createProjects,
  '0075-members': createMembers,
  '0076-passkeys': createPasskeys,
  '0077-identities': createIdentities,
  '0080-clip-traces': addClipTraces,
}

export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

/** Which migrations an opened database gets. */
export type MigrationOptions = {
  /** The last migration to run; all of them if left out. */
  readonly last?: string
  /** Called with the names of those that this process ran, if it ran any. */
  readonly onMigrated?: (names: readonly string[]) => void
}

export type MigrateOptions = MigrationOptions & {
  /** Waits until no other process migrates this database; holds until the transaction ends. */
  readonly lock: (transaction: Kysely<unknown>) => Promise<void>
}

/**
 * Runs the missing migrations in order and returns their names. Each is one transaction together with its record,
 * so a process that dies at any moment leaves a database that the next one can migrate. Throws NewerDatabaseError.
 */
export async function migrate(
  db: Kysely<Schema>,
  { lock, last, onMigrated }: MigrateOptions,
): Promise<readonly string[]> {
  const ran: string[] = []
  for (;;) {
    const name = await db.transaction().execute(async (transaction) => {
      await lock(transaction as unknown as Kysely<unknown>)
      return await runNext(transaction, last)
    })
    if (name === undefined) break
    ran.push(name)
  }
  if (ran.length > 0) onMigrated?.(ran)
  return ran
}

/** Runs the first missing migration and returns its name; undefined if none is missing. */
async function runNext(transaction: Transaction<Schema>, last: string | undefined): Promise<string | undefined> {
  await createRecords(transaction)
  const applied = await transaction.selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const foreign = applied.find(({ name }) => !MIGRATION_NAMES.includes(name))
  if (foreign !== undefined) throw new NewerDatabaseError(foreign.name)
  const wanted = last === undefined ? MIGRATION_NAMES : MIGRATION_NAMES.slice(0, MIGRATION_NAMES.indexOf(last) + 1)
  const next = wanted.find((name) => !applied.some((one) => one.name === name))
  if (next === undefined) return undefined
  await MIGRATIONS[next]!(transaction as unknown as Kysely<unknown>)
  const timestamp = new Date().toISOString()
  await transaction.insertInto('kysely_migration').values({ name: next, timestamp }).execute()
  return next
}

/** The table has the name and form that earlier versions gave it. */
async function createRecords(transaction: Transaction<Schema>): Promise<void> {
  await transaction.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
}
