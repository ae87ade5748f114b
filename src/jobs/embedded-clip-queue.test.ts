import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestKey } from '../../test/support/create-test-key.ts'
import { CLIP, TIMING } from '../../test/support/describe-storage.ts'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { insertClips } from '../storage/records/accept-clips.ts'
import { recoverInterruptedClips, SUSPECT_INTERRUPTIONS } from '../storage/records/clip-jobs.ts'
import { findClips } from '../storage/records/clips.ts'
import { createLocalSignals, type Signals } from '../storage/signals.ts'
import type { ClaimedClip, ClipQueue } from './clip-queue.ts'
import { createEmbeddedClipQueue } from './embedded-clip-queue.ts'

let db: Database
let signals: Signals
let queue: ClipQueue
let accountId: string
beforeEach(async () => {
  db = await openDatabase(':memory:')
  signals = createLocalSignals()
  queue = createEmbeddedClipQueue({ db, signals, clock: () => 1 })
  accountId = (await createTestKey(db, { name: 'test', now: 1 })).record.accountId
})
afterEach(() => db.destroy())

async function accept(count: number, account = accountId): Promise<readonly string[]> {
  const clips = Array.from({ length: count }, () => CLIP)
  return (await insertClips(db, { accountId: account, clips, now: 1 })).map(({ id }) => id)
}

/** What a new process does after one that crashed. */
async function restart(): Promise<void> {
  await recoverInterruptedClips(db, 1)
  queue = createEmbeddedClipQueue({ db, signals, clock: () => 1 })
}

async function claim(): Promise<ClaimedClip> {
  const claimed = await queue.claim()
  if (claimed === undefined) throw new Error('No clip waits')
  return claimed
}

const complete = ({ complete: end }: ClaimedClip) => end({ timing: TIMING, audio: [] })
const statusOf = async (id: string) => (await findClips(db, { accountId, ids: [id] }))[0]

test('10,000 clips of an account delay the single clip of another by two clips at most', async () => {
  const account = (await createTestKey(db, { name: 'x', account: 'other', now: 1 })).record.accountId
  for (let bulk = 0; bulk < 100; bulk++) await accept(100)
  await complete(await claim())
  const [urgent] = await accept(1, account)
  const next = [await claim(), await claim()]
  expect(next.map(({ clip }) => clip.id)).toContain(urgent)
})

test('a clip that ends the process every time is set aside, ends alone, and delays no other clip', async () => {
  const [killer] = await accept(1)
  const others = await accept(3)
  for (let death = 0; death < SUSPECT_INTERRUPTIONS; death++) {
    // All that is in hand shares the fate of the process.
    await Promise.all(Array.from({ length: 4 }, () => queue.claim()))
    await restart()
  }
  // None of the four is rendered beside another now, so each that is innocent ends.
  const ended: string[] = []
  for (;;) {
    const claimed = await claim()
    expect(await queue.claim()).toBeUndefined()
    if (claimed.clip.id === killer) break
    await complete(claimed)
    ended.push(claimed.clip.id)
  }
  const late = await accept(2)
  await restart()
  expect(await statusOf(killer!)).toMatchObject({
    status: 'FAILED',
    error: { code: 'INTERNAL_ERROR', message: 'The service ended 4 times while this clip was rendered' },
  })
  for (let rest = ended.length; rest < 3 + late.length; rest++) {
    const claimed = await claim()
    ended.push(claimed.clip.id)
    await complete(claimed)
  }
  expect(new Set(ended)).toEqual(new Set([...others, ...late]))
  expect(await queue.claim()).toBeUndefined()
})

test('a suspect waits until no other clip is in hand, and others until it has ended', async () => {
  const [suspect] = await accept(1)
  await db.updateTable('clips').set({ interruptions: SUSPECT_INTERRUPTIONS }).where('id', '=', suspect!).execute()
  await accept(2)
  const both = [await claim(), await claim()]
  expect(await queue.claim()).toBeUndefined()
  await complete(both[0]!)
  expect(await queue.claim()).toBeUndefined()
  const seen = queue.wakeUps()
  await complete(both[1]!)
  expect(queue.wakeUps()).toBeGreaterThan(seen)
  const alone = await claim()
  expect(alone.clip.id).toBe(suspect)
  const [later] = await accept(1)
  expect(await queue.claim()).toBeUndefined()
  await alone.release()
  expect((await claim()).clip.id).toBe(later)
})

test('claims at once never put a clip beside a suspect', async () => {
  const ids = await accept(2)
  await db.updateTable('clips').set({ interruptions: SUSPECT_INTERRUPTIONS }).execute()
  const claimed = (await Promise.all(Array.from({ length: 8 }, () => queue.claim()))).filter((one) => one !== undefined)
  expect(claimed.map(({ clip }) => clip.id)).toEqual([ids[0]])
})

test('of the workers that wait one looks for a clip, and wakes another if it found one', async () => {
  const leaving = new AbortController()
  let looks = 0
  const inHand: ClaimedClip[] = []
  const work = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      const seen = queue.wakeUps()
      looks += 1
      const claimed = await queue.claim()
      if (claimed === undefined) await queue.wait(seen, leaving.signal)
      else inHand.push(claimed)
    }
  }
  const workers = Array.from({ length: 8 }, work)
  await sleep(50)
  looks = 0
  queue.wake()
  await sleep(50)
  expect([looks, inHand.length]).toEqual([1, 0])
  await accept(3)
  queue.wake()
  await expect.poll(() => inHand.length).toBe(3)
  leaving.abort()
  await Promise.all(workers)
})
