import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { listApiKeys } from '../storage/records/api-keys.ts'
import { createApiKey } from './create-key.ts'
import { createKeyUses } from './key-uses.ts'

let db: Database
beforeEach(async () => {
  db = await openDatabase(':memory:')
})
afterEach(async () => {
  vi.useRealTimers()
  await db.destroy()
})

const lastUses = async () => Object.fromEntries((await listApiKeys(db)).map((key) => [key.name, key.lastUsedAt]))

test('the last use of each key is stored when the service ends', async () => {
  const [one, two] = [await createApiKey(db, { name: 'one', now: 1 }), await createApiKey(db, { name: 'two', now: 1 })]
  await createApiKey(db, { name: 'unused', now: 1 })
  let now = 10
  const uses = createKeyUses({ db, clock: () => now, onError: () => {} })
  uses.note(one.record.id)
  uses.note(two.record.id)
  now = 20
  uses.note(one.record.id)
  expect(await lastUses()).toEqual({ one: null, two: null, unused: null })
  await uses.close()
  expect(await lastUses()).toEqual({ one: 20, two: 10, unused: null })
})

test('uses are stored every half a minute, and those without change are not stored again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { record } = await createApiKey(db, { name: 'one', now: 1 })
  const uses = createKeyUses({ db, clock: () => 10, onError: () => {} })
  uses.note(record.id)
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(async () => expect(await lastUses()).toEqual({ one: 10 }))
  await db.updateTable('api_keys').set({ last_used_at: 99 }).execute()
  await uses.close()
  expect(await lastUses()).toEqual({ one: 99 })
})

test('a storage that fails is reported, and the service goes on', async () => {
  const errors: unknown[] = []
  const { record } = await createApiKey(db, { name: 'one', now: 1 })
  const uses = createKeyUses({ db, clock: () => 10, onError: (error) => errors.push(error) })
  uses.note(record.id)
  await db.schema.alterTable('api_keys').renameTo('hidden').execute()
  await uses.close()
  expect(errors).toHaveLength(1)
})
