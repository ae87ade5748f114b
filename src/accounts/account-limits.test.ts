import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CLIP } from '../../test/support/describe-storage.ts'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { insertClips } from '../storage/records/accept-clips.ts'
import { failClip } from '../storage/records/end-clips.ts'
import { createLibrary } from '../storage/records/libraries.ts'
import { addReplacements } from '../storage/records/replacements.ts'
import { createApiKey } from './create-key.ts'
import { checkLibraryLimit, checkReplacementLimit, checkUploadLimit } from './library-limits.ts'
import type { Limits } from './limits.ts'
import { checkQueuedClips } from './queued-clips.ts'

const LIMITS = { maxLibraries: 2, maxReplacements: 3 } as Limits

let db: Database
let accountId: string
beforeEach(async () => {
  db = await openDatabase(':memory:')
  accountId = (await createApiKey(db, { name: 'x', now: 1 })).record.accountId
})
afterEach(() => db.destroy())

describe('an account may have', () => {
  test('as many libraries as its limit, and no more', async () => {
    await createLibrary(db, { accountId, name: 'one', now: 1 })
    await checkLibraryLimit(db, accountId, LIMITS)
    await createLibrary(db, { accountId, name: 'two', now: 1 })
    await checkLibraryLimit(db, accountId, LIMITS)
    await createLibrary(db, { accountId, name: 'three', now: 1 })
    await expect(checkLibraryLimit(db, accountId, LIMITS)).rejects.toThrow('the account has 2, which is all')
    await checkLibraryLimit(db, 'other', LIMITS)
  })

  test('as many unfinished clips as its plan allows, and no more', async () => {
    const clips = [CLIP, CLIP, CLIP]
    const [first] = await insertClips(db, { accountId, clips, now: 1 })
    await checkQueuedClips(db, accountId, { queuedClips: 3 })
    await checkQueuedClips(db, accountId, { queuedClips: null })
    const refused = checkQueuedClips(db, accountId, { queuedClips: 2 })
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED', headers: { 'retry-after': '10' } })
    await failClip(db, first!.id, { error: { code: 'INTERNAL_ERROR', message: '' }, now: 2 })
    await checkQueuedClips(db, accountId, { queuedClips: 2 })
  })
})

describe('a library may hold', () => {
  test('as many replacements as the limit, and no more', async () => {
    const { id: libraryId } = await createLibrary(db, { accountId, name: 'one', now: 1 })
    const key = { accountId, libraryId }
    const plain = { replacementText: 'x', isPhoneticRespelling: false, enabled: false }
    const values = ['a', 'b'].map((original) => ({ original, ...plain }))
    await addReplacements(db, key, { values, now: 1 })
    await checkReplacementLimit(db, key, LIMITS)
    const more = ['c', 'd'].map((original) => ({ original, ...plain }))
    await addReplacements(db, key, { values: more, now: 1 })
    const refused = checkReplacementLimit(db, key, LIMITS)
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('would have 4') })
  })

  test('no upload that no library could hold', () => {
    checkUploadLimit(3, LIMITS)
    expect(() => checkUploadLimit(4, LIMITS)).toThrow('Cannot store 4 replacements: a library may hold 3')
  })
})
