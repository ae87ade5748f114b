import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../src/commands/migrate.ts'
import { readConfig } from '../../src/config.ts'
import { databaseOn, startPostgres } from './postgres-server.ts'
import { startS3 } from './s3-server.ts'

const BUCKET = 'declaim-tests'
const TEMPLATE = 'declaim_template'

/** Servers that the test services of a run share. */
export type DistributedServers = {
  /** URL of a database on the PostgreSQL server that stays empty. */
  readonly databaseUrl: string
  /** Environment variables of the S3 server. */
  readonly s3: Readonly<Record<string, string>>
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly distributedServers: DistributedServers
  }
}

/** Global set-up: starts PostgreSQL with a migrated template database, and an S3 server. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()])
  await s3.createBucket(BUCKET)
  const databaseUrl = await postgres.createDatabase()
  await migrateTemplate(await createDatabase(databaseUrl, TEMPLATE, 'template1'))
  provide('distributedServers', { databaseUrl, s3: s3.environment })
  return async () => {
    await Promise.all([postgres.close(), s3.close()])
  }
}

async function migrateTemplate(url: string): Promise<void> {
  await migrateDatabase({}, readConfig({ DATABASE_URL: url }), () => {})
}

/**
 * Settings of a service with a database and a folder of S3 of its own. Services with the same `name` share both, as a service that
 * is started again on the same data does.
 */
export async function createDistributedStorage(
  { databaseUrl, s3 }: DistributedServers,
  name: string = randomUUID(),
): Promise<Readonly<Record<string, string>>> {
  const database = name.replaceAll(/\W/g, '_').slice(-60)
  const url = await createDatabase(databaseUrl, database, TEMPLATE)
  return { DATABASE_URL: url, AUDIO_STORE: `s3://${BUCKET}/${database}`, ...s3 }
}

const DUPLICATE_DATABASE = '42P04'

/** Creates a database unless it exists, and returns its URL. */
async function createDatabase(serverUrl: string, name: string, template: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database "${name}" template ${template}`)
  } catch (error) {
    if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error
  } finally {
    await client.end()
  }
  return databaseOn(serverUrl, name)
}
