import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeStorage } from '../../../test/support/describe-storage.ts'
import { createSharedDatabase } from '../../../test/support/shared-servers.ts'
import { openFileBlobStore } from '../files/file-blob-store.ts'
import { listApiKeys } from '../records/api-keys.ts'
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
