import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIP } from '../../test/support/describe-storage.ts'
import { createApiKey } from '../accounts/create-key.ts'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { insertClips } from '../storage/records/accept-clips.ts'
import { failClip } from '../storage/records/end-clips.ts'
import { createProgressNotes } from './note-progress.ts'

let db: Database
let accountId: string
beforeAll(async () => {
  db = await openDatabase(':memory:')
  accountId = (await createApiKey(db, { name: 'test', now: 0 })).record.accountId
})
afterAll(() => db.destroy())

const insert = async () => (await insertClips(db, { accountId, clips: [CLIP], now: 1 }))[0]!.id
const segmentsOf = async (id: string) =>
  (await db.selectFrom('clips').select('segments_done').where('id', '=', id).executeTakeFirstOrThrow()).segments_done
const fail = (error: unknown): never => {
  throw error
}

test('the newest note of each clip is written, and none of a clip that has ended', async () => {
  const [one, two, ended] = [await insert(), await insert(), await insert()]
  const notes = createProgressNotes(db, { intervalMs: 1, onError: fail })
  for (const done of [1, 2, 3]) notes.note(one, done)
  notes.note(two, 7)
  notes.note(ended, 1)
  notes.end(ended)
  while ((await segmentsOf(one)) !== 3 || (await segmentsOf(two)) !== 7) await new Promise(setImmediate)
  notes.note(one, 4)
  while ((await segmentsOf(one)) !== 4) await new Promise(setImmediate)
  expect(await segmentsOf(ended)).toBeNull()
  notes.end(one)
  notes.end(two)
})

test('a note that could not be written is written later, and reported once', async () => {
  const id = await insert()
  const errors: unknown[] = []
  const notes = createProgressNotes(db, { intervalMs: 1, onError: (error) => errors.push(error) })
  await sql`create trigger refuse before update on clips begin select raise(abort, 'refused'); end`.execute(db)
  notes.note(id, 2)
  await expect.poll(() => errors.length).toBe(1)
  await sql`drop trigger refuse`.execute(db)
  await expect.poll(() => segmentsOf(id)).toBe(2)
  expect(errors).toHaveLength(1)
  notes.end(id)
})

test('a note of a clip waits for the one before, so that none is overwritten by an older one', async () => {
  const id = await insert()
  let begun = 0
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  const slow = db.withPlugin({
    transformQuery({ node }) {
      begun += 1
      return node
    },
    async transformResult({ result }) {
      await isOpen
      return result
    },
  })
  const notes = createProgressNotes(slow, { intervalMs: 1, onError: fail })
  notes.note(id, 1)
  await expect.poll(() => begun).toBe(1)
  notes.note(id, 2)
  // Its turn has come again and again when other notes were written one after the other.
  const other = await insert()
  const others = createProgressNotes(db, { intervalMs: 1, onError: fail })
  for (let done = 1; done <= 10; done++) {
    others.note(other, done)
    while ((await segmentsOf(other)) !== done) await new Promise(setImmediate)
  }
  expect(begun).toBe(1)
  open()
  await expect.poll(() => segmentsOf(id)).toBe(2)
  notes.end(id)
  others.end(other)
})

test('a clip that has failed keeps the progress it had', async () => {
  const id = await insert()
  const notes = createProgressNotes(db, { intervalMs: 1, onError: fail })
  notes.note(id, 2)
  while ((await segmentsOf(id)) !== 2) await new Promise(setImmediate)
  await failClip(db, id, { error: { code: 'INTERNAL_ERROR', message: 'x' }, now: 2 })
  notes.note(id, 5)
  const other = await insert()
  notes.note(other, 1)
  while ((await segmentsOf(other)) !== 1) await new Promise(setImmediate)
  expect(await segmentsOf(id)).toBe(2)
  notes.end(id)
  notes.end(other)
})
