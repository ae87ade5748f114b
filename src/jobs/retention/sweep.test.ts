import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestKey } from '../../../test/support/create-test-key.ts'
import { CLIP, TIMING } from '../../../test/support/describe-storage.ts'
import { createPlanBook, type PlanBook } from '../../accounts/plans.ts'
import { clipMasterKey } from '../../delivery/clips/audio-keys.ts'
import { storePart } from '../../delivery/clips/long/clip-parts.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { openFileBlobStore } from '../../storage/files/file-blob-store.ts'
import { insertClips } from '../../storage/records/accept-clips.ts'
import { listClips } from '../../storage/records/clips.ts'
import { completeClip } from '../../storage/records/end-clips.ts'
import { findLastEvents } from '../../storage/records/events.ts'
import { takeLease } from '../../storage/records/leases.ts'
import { setPlan } from '../../storage/records/plans.ts'
import { removeOrphans } from './remove-orphans.ts'
import { sweep } from './sweep.ts'

const DAY_MS = 24 * 3600 * 1000
const LIMITS = {
  maxTextLength: 1000,
  requestTimeoutMs: 30_000,
  charactersPerMonth: 1000,
  requestsPerSecond: 1,
  requestBurst: 1,
  readsPerSecond: 1,
  readBurst: 1,
  clipLifetimeMs: 7 * DAY_MS,
  socketIdleMs: 1,
  connectionsPerAccount: 1,
  maxStreams: 1,
  maxQueuedClips: 1,
  maxEventLoopDelayMs: 1,
  maxProjects: 1,
  maxLibraries: 1,
  maxReplacements: 1,
}
const GONE = '0b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'

let folder: string
let db: Database
let blobs: BlobStore
let plans: PlanBook
let accountId: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-sweep-'))
  db = await openDatabase(':memory:')
  blobs = await openFileBlobStore(folder)
  plans = createPlanBook(db, LIMITS)
  accountId = (await createTestKey(db, { name: 'test', now: 0 })).record.accountId
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

const log = { info: () => {} }
const sweepAt = (now: number) => sweep({ db, blobs, plans, clock: () => now, log })
async function insertDone(finishedAt: number): Promise<string> {
  const [clip] = await insertClips(db, { accountId, clips: [CLIP], now: 0 })
  await completeClip(db, clip!.id, { timing: TIMING, audio: [], now: finishedAt })
  await blobs.put(clipMasterKey(clip!.id), [Buffer.from('master')])
  return clip!.id
}
const idsLeft = async () => (await listClips(db, { accountId, limit: 10 })).map(({ id }) => id)
/** Makes a blob as old as that. */
async function age(key: string, ageMs: number, now: number): Promise<void> {
  const time = new Date(now - ageMs)
  await utimes(join(folder, key), time, time)
}

test('clips go as long after their end as the plan of their account says', async () => {
  const ids = [await insertDone(10 * DAY_MS), await insertDone(11 * DAY_MS)]
  await sweepAt(17 * DAY_MS)
  expect(await idsLeft()).toEqual(ids.toReversed())
  await sweepAt(17 * DAY_MS + 1)
  expect(await idsLeft()).toEqual([ids[1]])
  await setPlan(db, 'default', { clipLifetimeSeconds: 86_400 })
  plans = createPlanBook(db, LIMITS)
  await sweepAt(17 * DAY_MS + 2)
  expect(await idsLeft()).toEqual([])
  expect(await blobs.size(clipMasterKey(ids[0]!))).toBeUndefined()
})

test('a sweep leaves clips to the process that sweeps, until that has died', async () => {
  await insertDone(0)
  const now = 30 * DAY_MS
  expect(await takeLease(db, 'sweep', { now, until: now + 1000 })).toBe(true)
  expect(await sweepAt(now + 999)).toBe(false)
  expect(await idsLeft()).toHaveLength(1)
  expect(await sweepAt(now + 1000)).toBe(true)
  expect(await idsLeft()).toEqual([])
  expect(await sweepAt(now + 1001)).toBe(true)
})

test('events are forgotten after a day', async () => {
  await insertDone(DAY_MS)
  await sweepAt(2 * DAY_MS)
  expect((await findLastEvents(db, [accountId])).size).toBe(1)
  await sweepAt(2 * DAY_MS + 1)
  expect((await findLastEvents(db, [accountId])).size).toBe(0)
})

test('audio without a clip goes when it is a day old; that of clips and previews stays', async () => {
  const now = Date.now()
  const id = await insertDone(now)
  const orphans = [`masters/0b/${GONE}.wav`, `clips/0b/${GONE}.mp3`, `parts/0b/${GONE}.0-3.f32`]
  const young = `clips/0b/${GONE}.flac`
  const others = ['previews/3-abc.mp3', 'clips/0b/notes.txt', clipMasterKey(id)]
  for (const key of [...orphans, young, ...others]) {
    await blobs.put(key, [Buffer.from(key)])
    await age(key, key === young ? DAY_MS - 60_000 : DAY_MS + 60_000, now)
  }
  expect(await removeOrphans({ db, blobs, now })).toBe(3)
  for (const key of orphans) expect(await blobs.size(key)).toBeUndefined()
  for (const key of [young, ...others]) expect(await blobs.size(key)).toBeGreaterThan(0)
})

test('more orphans than one batch go', async () => {
  const now = Date.now() + 2 * DAY_MS
  for (let i = 0; i < 510; i += 1) {
    const id = `${String(i).padStart(8, '0')}${GONE.slice(8)}`
    await blobs.put(clipMasterKey(id), [Buffer.alloc(1)])
  }
  expect(await removeOrphans({ db, blobs, now })).toBe(510)
  expect(await removeOrphans({ db, blobs, now })).toBe(0)
})

test('parts of a clip that is COMPLETE go, and those of one that waits stay', async () => {
  const [done, waiting] = await insertClips(db, { accountId, clips: [CLIP, CLIP], now: 0 })
  const part = { firstSegment: 0, segments: 1, engineVersion: '1', sampleRate: 8000, words: [] }
  for (const { id: clipId } of [done!, waiting!])
    await storePart({ ...part, clipId }, [new Float32Array(5)], { db, blobs })
  await completeClip(db, done!.id, { timing: TIMING, audio: [], now: 1 })
  await removeOrphans({ db, blobs, now: Date.now() })
  const left = []
  for await (const { key } of blobs.list('parts/')) left.push(key)
  expect(left).toEqual([`parts/${waiting!.id.slice(0, 2)}/${waiting!.id}.0-1.f32`])
})
