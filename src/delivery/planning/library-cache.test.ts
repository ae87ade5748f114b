import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestKey as createApiKey } from '../../../test/support/create-test-key.ts'
import type { Database } from '../../storage/database.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { createLibrary, deleteLibrary } from '../../storage/records/libraries.ts'
import { addReplacements, deleteReplacement, updateReplacement } from '../../storage/records/replacements.ts'
import { createLibraryCache } from './library-cache.ts'

let db: Database
let accountId: string

beforeEach(async () => {
  db = await openDatabase(':memory:')
  accountId = (await createApiKey(db, { name: 'test', now: 1 })).record.accountId
})
afterEach(() => db.destroy())

const newLibrary = async () => (await createLibrary(db, { accountId, name: 'a', now: 1 })).id

let added = 0
const add = (libraryId: string, count: number, enabled = true) => {
  const value = { replacementText: 'A I', isPhoneticRespelling: false, enabled }
  const values = Array.from({ length: count }, () => ({ ...value, original: `AI ${added++}` }))
  return addReplacements(db, { accountId, libraryId }, { values, now: 2 })
}

async function libraryOf(count: number): Promise<string> {
  const id = await newLibrary()
  await add(id, count)
  return id
}

describe('a library', () => {
  test('is compiled once while nothing changes, also for requests at the same time', async () => {
    const cache = createLibraryCache(db, { maxReplacements: 50_000 })
    const named = { accountId, libraryIds: [await libraryOf(2)] }
    const loads = await Promise.all([1, 2, 3].map(() => cache.load(named)))
    for (const [library] of [...loads, await cache.load(named)]) expect(library).toBe(loads[0]![0])
  })

  test('is compiled again after every change of it', async () => {
    const cache = createLibraryCache(db, { maxReplacements: 50_000 })
    const libraryId = await newLibrary()
    const size = async () => (await cache.load({ accountId, libraryIds: [libraryId] }))[0]!.entries.length
    expect(await size()).toBe(0)
    const [first, second] = await add(libraryId, 2)
    expect(await size()).toBe(2)
    await updateReplacement(db, { ...first!, enabled: false })
    expect(await size()).toBe(1)
    await deleteReplacement(db, { accountId, libraryId, replacementId: second!.replacementId })
    expect(await size()).toBe(0)
    await add(libraryId, 3, false)
    expect(await size()).toBe(0)
  })

  test('is as new as the request, whatever changes while others load it', async () => {
    const cache = createLibraryCache(db, { maxReplacements: 50_000 })
    const libraryId = await newLibrary()
    const load = async () => (await cache.load({ accountId, libraryIds: [libraryId] }))[0]!.entries.length
    for (let count = 1; count <= 20; count++) {
      const earlier = [load(), load()]
      await add(libraryId, 1)
      expect(await load()).toBe(count)
      for (const size of await Promise.all(earlier)) expect([count - 1, count]).toContain(size)
    }
  })

  test('is not found once it is deleted, nor by another account', async () => {
    const cache = createLibraryCache(db, { maxReplacements: 50_000 })
    const libraryId = await libraryOf(1)
    const notFound = { code: 'NOT_FOUND', message: expect.stringContaining(libraryId) }
    await cache.load({ accountId, libraryIds: [libraryId] })
    await expect(cache.load({ accountId: 'other', libraryIds: [libraryId] })).rejects.toMatchObject(notFound)
    await deleteLibrary(db, { accountId, libraryId })
    await expect(cache.load({ accountId, libraryIds: [libraryId] })).rejects.toMatchObject(notFound)
  })
})

describe('libraries', () => {
  test('come in the order in which they are first named', async () => {
    const cache = createLibraryCache(db, { maxReplacements: 50_000 })
    const ids = [await libraryOf(1), await libraryOf(2), await libraryOf(3)]
    const sizes = async (order: readonly number[]) => {
      const libraries = await cache.load({ accountId, libraryIds: order.map((index) => ids[index]!) })
      return libraries.map(({ entries }) => entries.length)
    }
    expect(await sizes([2, 0, 1, 0, 2])).toEqual([3, 1, 2])
    expect(await sizes([0, 1])).toEqual([1, 2])
    expect(await sizes([])).toEqual([])
  })

  test('that were used least are dropped where there are too many', async () => {
    const cache = createLibraryCache(db, { maxReplacements: 5 })
    const [one, two, large] = [await libraryOf(2), await libraryOf(3), await libraryOf(5)]
    const load = async (id: string) => (await cache.load({ accountId, libraryIds: [id] }))[0]
    const [first, second] = [await load(one), await load(two)]
    expect([await load(one), await load(two)]).toEqual([first, second])
    const third = await load(large)
    expect(await load(large)).toBe(third)
    expect(await load(two)).not.toBe(second)
    expect(await load(large)).not.toBe(third)
  })

  test('that hold more replacements than one request may use are refused before they are compiled', async () => {
    const cache = createLibraryCache(db, { maxReplacements: 5 })
    const ids = [await libraryOf(3), await libraryOf(3)]
    const refused = { code: 'MISSING_ARGUMENT', message: expect.stringContaining('more than 5 replacements') }
    await expect(cache.load({ accountId, libraryIds: ids })).rejects.toMatchObject(refused)
    expect(await cache.load({ accountId, libraryIds: ids.slice(0, 1) })).toHaveLength(1)
    await expect(cache.load({ accountId, libraryIds: ids })).rejects.toMatchObject(refused)
  })
})
