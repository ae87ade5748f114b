import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeStorage } from '../../../test/support/describe-storage.ts'
import { createSharedDatabase } from '../../../test/support/shared-servers.ts'
import { openFileBlobStore } from '../files/file-blob-store.ts'
import { listApiKeys } from '../records/api-keys.ts'
import { isStorageOutage } from '../storage-outage.ts'
import { openPostgres } from './open-postgres.ts'

const open = (url: string) => openPostgres({ url, onError: () => {}, connections: 8 })

describeStorage('PostgreSQL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-storage-'))
  const db = await open(await createSharedDatabase())
  const blobs = await openFileBlobStore(join(folder, 'audio'))
  return {
    db,
    blobs,
    async close() {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
})

test('processes that start at once on an empty database migrate it once', async () => {
  const url = await createSharedDatabase()
  const databases = await Promise.all(Array.from({ length: 6 }, () => open(url)))
  for (const db of databases) {
    expect(await listApiKeys(db)).toEqual([])
    await db.destroy()
  }
})

test('a server that cannot be reached is named as the problem', async () => {
  await expect(open('postgres://postgres@127.0.0.1:1/none')).rejects.toThrow('Cannot open the PostgreSQL database')
})

test('a query that is not answered in time fails as in an outage, and its connection is replaced', async () => {
  const url = await createSharedDatabase()
  const errors: unknown[] = []
  const db = await openPostgres({ url, onError: (error) => errors.push(error), connections: 1, queryTimeoutMs: 500 })
  const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
  const before = await backend()
  const failure = await sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
  expect(failure).toSatisfy(isStorageOutage)
  const inTransaction = db.transaction().execute(async (transaction) => {
    await sql`select pg_sleep(60)`.execute(transaction)
  })
  expect(await inTransaction.catch((error: unknown) => error)).toSatisfy(isStorageOutage)
  expect(await backend()).not.toBe(before)
  // Quick queries on the same connection have no limit together.
  for (let n = 0; n < 4; n++) await sql`select pg_sleep(0.2)`.execute(db)
  await db.destroy()
})
