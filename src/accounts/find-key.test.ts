import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { revokeApiKey, setApiKey } from '../storage/records/api-keys.ts'
import { createLocalSignals } from '../storage/signals.ts'
import { createApiKey } from './create-key.ts'
import { createKeyFinder } from './find-key.ts'

const HOUR_MS = 3_600_000
const signals = createLocalSignals()
let db: Database
beforeEach(async () => {
  db = await openDatabase(':memory:')
})
afterEach(() => db.destroy())

test('a valid key is found without the storage until a rule changes', async () => {
  const { key, record } = await createApiKey(db, { name: 'x', now: 1 })
  const findKey = createKeyFinder({ db, signals, maxAgeMs: HOUR_MS })
  expect((await findKey(key))?.id).toBe(record.id)
  await revokeApiKey(db, record.id, 2)
  expect(await findKey(key)).toBeDefined()
  signals.emit('rules')
  expect(await findKey(key)).toBeUndefined()
})

test('without an age, every request reads the key', async () => {
  const { key, record } = await createApiKey(db, { name: 'x', now: 1 })
  const findKey = createKeyFinder({ db, signals, maxAgeMs: 0 })
  expect(await findKey(key)).toBeDefined()
  await revokeApiKey(db, record.id, 2)
  expect(await findKey(key)).toBeUndefined()
})

test('a key that is wrong now is right as soon as it is created', async () => {
  const findKey = createKeyFinder({ db, signals, maxAgeMs: HOUR_MS })
  expect(await findKey('chosen')).toBeUndefined()
  await setApiKey(db, { key: 'chosen', name: 'x', now: 1 })
  expect(await findKey('chosen')).toMatchObject({ name: 'x' })
})

test('a failure of the storage is no answer for later', async () => {
  const { key } = await createApiKey(db, { name: 'x', now: 1 })
  const findKey = createKeyFinder({ db, signals, maxAgeMs: HOUR_MS })
  await db.schema.alterTable('api_keys').renameTo('hidden').execute()
  const both = await Promise.allSettled([findKey(key), findKey(key)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await db.schema.alterTable('hidden').renameTo('api_keys').execute()
  expect(await findKey(key)).toBeDefined()
})

test('a key that is revoked while it is read for somebody else is read again', async () => {
  const { key, record } = await createApiKey(db, { name: 'x', now: 1 })
  const findKey = createKeyFinder({ db, signals, maxAgeMs: HOUR_MS })
  const reading = findKey(key)
  signals.emit('rules')
  await revokeApiKey(db, record.id, 2)
  await reading
  expect(await findKey(key)).toBeUndefined()
})
