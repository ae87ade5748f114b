import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestKey } from '../../../test/support/create-test-key.ts'
import { CLIP, TIMING } from '../../../test/support/describe-storage.ts'
import type { Database } from '../../storage/database.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { insertClips } from '../../storage/records/accept-clips.ts'
import { completeClip } from '../../storage/records/end-clips.ts'
import { findLastEvents } from '../../storage/records/events.ts'
import { createEventFeed, type EventFeed } from './event-feed.ts'

const HOUR_MS = 3_600_000
const never = new AbortController().signal

let db: Database
let feed: EventFeed
let errors: unknown[]
let accountId: string
beforeEach(async () => {
  db = await openDatabase(':memory:')
  accountId = (await createTestKey(db, { name: 'x', now: 1 })).record.accountId
  errors = []
  feed = createEventFeed(db, { pollMs: HOUR_MS, onError: (error) => errors.push(error) })
})
afterEach(async () => {
  feed.close()
  await db.destroy()
})

/** Ends a clip, and returns the position of its event. */
async function addEvent(account = accountId): Promise<number> {
  const [clip] = await insertClips(db, { accountId: account, clips: [CLIP], now: 1 })
  await completeClip(db, clip!.id, { timing: TIMING, audio: [], now: 2 })
  return (await findLastEvents(db, [account])).get(account)!
}

test('a follower hears at once what was there before, and later what comes', async () => {
  const first = await addEvent()
  const events = feed.follow(accountId)
  await events.after(first - 1, never)
  const next = events.after(first, never)
  await addEvent()
  feed.wake()
  await expect(next).resolves.toBeUndefined()
})

test('all followers of an account hear of an event, and those of another do not', async () => {
  const other = (await createTestKey(db, { name: 'x', account: 'other', now: 1 })).record.accountId
  const [one, two, foreign] = [feed.follow(accountId), feed.follow(accountId), feed.follow(other)]
  const leaving = new AbortController()
  let isCalled = false
  const unheard = foreign.after(0, leaving.signal).then(() => (isCalled = true))
  const heard = Promise.all([one.after(0, never), two.after(0, never)])
  await addEvent()
  feed.wake()
  await heard
  expect(isCalled).toBe(false)
  leaving.abort()
  await unheard
})

test('an account is followed again after its last follower left', async () => {
  const first = feed.follow(accountId)
  const second = feed.follow(accountId)
  first.close()
  const position = await addEvent()
  feed.wake()
  await second.after(position - 1, never)
  second.close()
  await addEvent()
  const third = feed.follow(accountId)
  await expect(third.after(position, never)).resolves.toBeUndefined()
})

test('a storage that fails is reported, and asked again', async () => {
  await db.schema.alterTable('events').renameTo('hidden').execute()
  const events = feed.follow(accountId)
  while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await db.schema.alterTable('hidden').renameTo('events').execute()
  const heard = events.after(0, never)
  await addEvent()
  feed.wake()
  await expect(heard).resolves.toBeUndefined()
})

test('events are looked for now and then, for those that another process adds', async () => {
  const quick = createEventFeed(db, { pollMs: 5, onError: () => {} })
  const heard = quick.follow(accountId).after(0, never)
  await addEvent()
  await expect(heard).resolves.toBeUndefined()
  quick.close()
})
