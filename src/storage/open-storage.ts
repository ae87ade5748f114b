import { join } from 'node:path'
import type { BlobStore } from './blob-store.ts'
import type { Database } from './database.ts'
import type { S3Place } from './s3/s3-blob-store.ts'
import { createLocalSignals, type Signals } from './signals.ts'

/** Which storage is used. */
export type StorageSettings = {
  /** Of a PostgreSQL database; undefined for SQLite in the data directory. */
  readonly databaseUrl: string | undefined
  /** Undefined for files in the data directory. */
  readonly audioStore: S3Place | undefined
  /** The URL of an S3 server that is not AWS. */
  readonly s3Endpoint: string | undefined
  readonly dataDirectory: string
}

type ErrorListener = (error: unknown) => void

/** Opens the records and runs the missing migrations. `onError` is called with errors of idle connections. */
export async function openRecords(settings: StorageSettings, onError: ErrorListener): Promise<Database> {
  const { databaseUrl: url, dataDirectory } = settings
  // What is not used is not loaded.
  if (url === undefined) {
    const { openDatabase } = await import('./embedded/open-database.ts')
    return await openDatabase(join(dataDirectory, 'declaim.sqlite'))
  }
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return await openPostgres({ url, onError })
}

/** Opens the signals between the processes that share the records. */
export async function openSignals({ databaseUrl: url }: StorageSettings, onError: ErrorListener): Promise<Signals> {
  if (url === undefined) return createLocalSignals()
  const { openPostgresSignals } = await import('./postgres/postgres-signals.ts')
  return await openPostgresSignals({ url, onError })
}

/** Opens the store of the audio. */
export async function openAudio(settings: StorageSettings): Promise<BlobStore> {
  const { audioStore, s3Endpoint: endpoint, dataDirectory } = settings
  if (audioStore === undefined) {
    const { openFileBlobStore } = await import('./files/file-blob-store.ts')
    return await openFileBlobStore(join(dataDirectory, 'audio'))
  }
  const { openS3BlobStore } = await import('./s3/s3-blob-store.ts')
  return openS3BlobStore({ ...audioStore, endpoint })
}
