import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from './blob-store.ts'
import type { Database } from './database.ts'
import type { Checkpoints } from './embedded/checkpoints.ts'
import type { MigrationOptions } from './migrations/migrate.ts'
import type { S3Place } from './s3/s3-blob-store.ts'
import { createLocalSignals, type Signals } from './signals.ts'
import type { StorageWatch } from './watch-storage.ts'

/** Which storage is used. */
export type StorageSettings = {
  /** Of a PostgreSQL database; undefined for SQLite in the data directory. */
  readonly databaseUrl: string | undefined
  /** Undefined for files in the data directory. */
  readonly audioStore: S3Place | undefined
  /** The URL of an S3 server that is not AWS. */
  readonly s3Endpoint: string | undefined
  /** The URL at which callers reach it, if that is another. */
  readonly s3PublicEndpoint?: string | undefined
  /** How long a request to S3 may make no progress. */
  readonly s3IdleMs?: number
  readonly dataDirectory: string
}

type ErrorListener = (error: unknown) => void

/** `queryTimeoutMs` is how long PostgreSQL may take for a query; no limit unless given. */
type OpenRecordsOptions = MigrationOptions & { readonly queryTimeoutMs?: number; readonly watch?: StorageWatch }

/** Opens the records and runs the missing migrations. `onError` is called with errors of idle connections. */
export async function openRecords(
  settings: Pick<StorageSettings, 'databaseUrl' | 'dataDirectory'>,
  onError: ErrorListener,
  options: OpenRecordsOptions = {},
): Promise<Database> {
  const { databaseUrl: url, dataDirectory } = settings
  // What is not used is not loaded.
  if (url === undefined) {
    const { openDatabase } = await import('./embedded/open-database.ts')
    return await openDatabase(sqliteFile(dataDirectory), options)
  }
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return await openPostgres({ ...options, url, onError })
}

/** Runs the checkpoints of open records in a thread; undefined for PostgreSQL, which runs its own. */
export async function startCheckpoints(
  { databaseUrl, dataDirectory }: Pick<StorageSettings, 'databaseUrl' | 'dataDirectory'>,
  db: Database,
  onError: ErrorListener,
): Promise<Checkpoints | undefined> {
  if (databaseUrl !== undefined) return undefined
  const { startCheckpoints: start } = await import('./embedded/checkpoints.ts')
  return await start(db, { path: sqliteFile(dataDirectory), onError })
}

/** Opens the signals between the processes that share the records. */
export async function openSignals({ databaseUrl: url }: StorageSettings, onError: ErrorListener): Promise<Signals> {
  if (url === undefined) return createLocalSignals()
  const { openPostgresSignals } = await import('./postgres/postgres-signals.ts')
  return await openPostgresSignals({ url, onError })
}

/** Connects to the records as they are, without migrations, for a look at them. Rejects if a SQLite database is missing: it makes none. */
export async function connectRecords({
  databaseUrl: url,
  dataDirectory,
}: Pick<StorageSettings, 'databaseUrl' | 'dataDirectory'>): Promise<Database> {
  if (url === undefined) {
    const { connectSqliteFile } = await import('./embedded/open-database.ts')
    const file = sqliteFile(dataDirectory)
    await access(file).catch((cause: unknown) => {
      throw new Error(`Cannot open the database ${file}: set DATA_DIR to the data directory of a service`, { cause })
    })
    return connectSqliteFile(file)
  }
  const { connectPostgres } = await import('./postgres/open-postgres.ts')
  return connectPostgres({ url, onError: () => {}, connections: 1 })
}

/**
 * Opens the store of the audio. A reader leaves alone what the service that owns the store has not finished: only the owner may
 * remove it.
 */
export async function openAudio(settings: StorageSettings, { isReader = false } = {}): Promise<BlobStore> {
  const { audioStore, s3Endpoint: endpoint, s3PublicEndpoint: publicEndpoint, s3IdleMs, dataDirectory } = settings
  if (audioStore === undefined) {
    const { openFileBlobStore, openFileReader } = await import('./files/file-blob-store.ts')
    const folder = join(dataDirectory, 'audio')
    return isReader ? openFileReader(folder) : await openFileBlobStore(folder)
  }
  const { openS3BlobStore } = await import('./s3/s3-blob-store.ts')
  return openS3BlobStore({
    ...audioStore,
    endpoint,
    publicEndpoint,
    ...(s3IdleMs !== undefined && { times: { idleMs: s3IdleMs } }),
  })
}

function sqliteFile(dataDirectory: string): string {
  return join(dataDirectory, 'declaim.sqlite')
}
