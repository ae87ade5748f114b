import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestKey } from '../../test/support/create-test-key.ts'
import { CLIP, TIMING } from '../../test/support/describe-storage.ts'
import { refuseWrites } from '../../test/support/refuse-writes.ts'
import { createSharedDatabase } from '../../test/support/shared-servers.ts'
import type { Database } from '../storage/database.ts'
import { openPostgres } from '../storage/postgres/open-postgres.ts'
import { openPostgresSignals } from '../storage/postgres/postgres-signals.ts'
import { insertClips } from '../storage/records/accept-clips.ts'
import { deleteClip, findClips } from '../storage/records/clips.ts'
import { createLocalSignals } from '../storage/signals.ts'
import type { ClaimedClip, ClipQueue } from './clip-queue.ts'
import { openPgBossClipQueue } from './pg-boss-clip-queue.ts'

let databaseUrl: string
let db: Database
let queue: ClipQueue
let accountId: string
beforeEach(async () => {
  databaseUrl = await createSharedDatabase()
  db = await openPostgres({ url: databaseUrl, onError: () => {} })
  queue = await open()
  accountId = (await createTestKey(db, { name: 'test', now: 1 })).record.accountId
})
afterEach(async () => {
  await queue.close()
  await db.destroy()
})

const OPTIONS = { signals: createLocalSignals(), clock: () => 1, workerTimeoutSeconds: 15, onError: () => {} }
const open = () => openPgBossClipQueue({ ...OPTIONS, db, databaseUrl })

async function accept(count: number, account = accountId): Promise<readonly string[]> {
  return await db.transaction().execute(async (transaction) => {
    const clips = Array.from({ length: count }, () => CLIP)
    const accepted = await insertClips(transaction, { accountId: account, clips, now: 1 })
    await queue.add(transaction, accepted)
    return accepted.map(({ id }) => id)
  })
}

async function claim(from = queue): Promise<ClaimedClip> {
  const claimed = await from.claim()
  if (claimed === undefined) throw new Error('No clip waits')
  return claimed
}

const statusOf = async (id: string) => (await findClips(db, { accountId, ids: [id] }))[0]?.status

/** Lets the claims of clips lapse, as if their workers had been silent for too long. */
async function lapse(): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`.execute(db)
}

/** Claims the clip of a worker that is dead. Its timer still runs in this process, so it is silenced again and again. */
async function claimFromDead(): Promise<ClaimedClip | undefined> {
  for (;;) {
    await lapse()
    const claimed = await queue.claim()
    if (claimed !== undefined) return claimed
    const unfinished = await db.selectFrom('clips').where('status', '=', 'PROCESSING').select('id').execute()
    if (unfinished.length === 0) return undefined
    await sleep(100)
  }
}

test('each clip is claimed in order by one worker, also of several processes', async () => {
  const other = await open()
  const ids = await accept(6)
  const claimed = [
    await claim(),
    await claim(other),
    await claim(),
    await claim(other),
    await claim(),
    await claim(other),
  ]
  expect(claimed.map(({ clip }) => clip.id)).toEqual(ids)
  expect(claimed[0]?.clip).toMatchObject(CLIP)
  expect(await queue.claim()).toBeUndefined()
  for (const { complete } of claimed) expect(await complete({ timing: TIMING, audio: [] })).toBe(true)
  expect(await statusOf(ids[5]!)).toBe('COMPLETE')
  await other.close()
})

test('a clip that is not stored is not queued', async () => {
  const attempt = db.transaction().execute(async (transaction) => {
    await queue.add(transaction, await insertClips(transaction, { accountId, clips: [CLIP], now: 1 }))
    throw new Error('refused')
  })
  await expect(attempt).rejects.toThrow('refused')
  expect(await queue.claim()).toBeUndefined()
})

test('accounts take turns', async () => {
  const account = (await createTestKey(db, { name: 'x', account: 'other', now: 1 })).record.accountId
  await accept(200)
  await claim()
  const [urgent] = await accept(1, account)
  const next = [await claim(), await claim()]
  expect(next.map(({ clip }) => clip.id)).toContain(urgent)
})

test('a clip that is given back is claimed again, and one that failed is not', async () => {
  const [id] = await accept(1)
  for (let turn = 0; turn < 5; turn++) await (await claim()).release()
  await (await claim()).fail({ code: 'INTERNAL_ERROR', message: 'x' })
  expect(await queue.claim()).toBeUndefined()
  expect(await statusOf(id!)).toBe('FAILED')
})

test('a clip that was removed is not claimed', async () => {
  const [first, second] = await accept(2)
  await deleteClip(db, first!)
  expect((await claim()).clip.id).toBe(second)
})

test('a clip whose worker died is claimed by another, and one that three workers died with has FAILED', async () => {
  const [id] = await accept(1)
  await claim()
  for (let death = 0; death < 2; death++) expect((await claimFromDead())?.clip.id).toBe(id)
  expect(await claimFromDead()).toBeUndefined()
  const [clip] = await findClips(db, { accountId, ids: [id!] })
  expect(clip).toMatchObject({ status: 'FAILED', error: { message: '3 workers ended while they rendered this clip' } })
})

test('a clip that two workers have in hand ends once', async () => {
  const [id] = await accept(1)
  const first = await claim()
  const second = await claimFromDead()
  expect(second?.clip.id).toBe(id)
  await first.release()
  expect(await queue.claim()).toBeUndefined()
  expect(await second?.complete({ timing: TIMING, audio: [] })).toBe(true)
  expect(await first.complete({ timing: TIMING, audio: [] })).toBe(true)
  expect(await queue.claim()).toBeUndefined()
})

test('a clip wakes the workers of other processes at once when it is accepted, and when it is given back', async () => {
  const signals = await openPostgresSignals({ url: databaseUrl, onError: () => {} })
  const other = await openPgBossClipQueue({ ...OPTIONS, db, signals, databaseUrl })
  const { signal } = new AbortController()
  const woken = async (work: () => Promise<unknown>) => {
    const seen = other.wakeUps()
    await work()
    // The poll interval ends the wait without a call.
    await other.wait(seen, signal)
    return other.wakeUps() - seen
  }
  expect(await woken(() => accept(3))).toBe(1)
  const claimed = await claim()
  expect(await woken(() => claimed.release())).toBe(1)
  await other.close()
  await signals.close()
})

test('a clip that cannot be claimed waits again at once, and its worker counts as alive', async () => {
  const [id] = await accept(1)
  const repair = await refuseWrites(db, { on: 'update', table: 'clips' }, 'distributed')
  await expect(queue.claim()).rejects.toThrow('refused')
  await repair()
  for (let turn = 0; turn < 5; turn++) {
    const claimed = await claim()
    expect(claimed.clip.id).toBe(id)
    await claimed.release()
  }
})

test('10,000 clips of an account delay the single clip of another by two clips at most', async () => {
  const account = (await createTestKey(db, { name: 'x', account: 'other', now: 1 })).record.accountId
  for (let bulk = 0; bulk < 100; bulk++) await accept(100)
  await (await claim()).complete({ timing: TIMING, audio: [] })
  const [urgent] = await accept(1, account)
  const next = [await claim(), await claim()]
  expect(next.map(({ clip }) => clip.id)).toContain(urgent)
})

test('processes that start at once on an empty database share the queue', async () => {
  databaseUrl = await createSharedDatabase()
  const queues = await Promise.all(Array.from({ length: 4 }, open))
  for (const one of queues) expect(await one.claim()).toBeUndefined()
  await Promise.all(queues.map((one) => one.close()))
})
