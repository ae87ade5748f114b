import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestKey } from '../../../test/support/create-test-key.ts'
import { CLIP, TIMING } from '../../../test/support/describe-storage.ts'
import { type PostgresServer, startPostgres } from '../../../test/support/postgres-server.ts'
import type { Database } from '../database.ts'
import { insertClips } from '../records/accept-clips.ts'
import { noteKeyUses, revokeApiKey } from '../records/api-keys.ts'
import { claimClip, unclaimClip } from '../records/clip-jobs.ts'
import { completeClip, failClip } from '../records/end-clips.ts'
import { setPlan } from '../records/plans.ts'
import { type Signals, TOPICS, type Topic } from '../signals.ts'
import { openPostgres } from './open-postgres.ts'
import { openPostgresSignals } from './postgres-signals.ts'

let server: PostgresServer
let url: string
let db: Database
let accountId: string
let keyId: string
let signals: Signals
let received: string[]
/** Called at each signal. */
let onSignal: () => void = () => {}

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.close())
beforeEach(async () => {
  url = await server.createDatabase()
  db = await openPostgres({ url, onError: () => {} })
  const { record } = await createTestKey(db, { name: 'test', now: 1 })
  accountId = record.accountId
  keyId = record.id
  // As another process has them.
  signals = await openPostgresSignals({ url, onError: () => {} })
  received = []
  const hear = (topic: Topic) => (detail: string | undefined) => {
    received.push(`${topic} ${detail ?? 'unknown'}`.trim())
    onSignal()
  }
  for (const topic of TOPICS) signals.on(topic, hear(topic))
})
afterEach(async () => {
  await signals.close()
  await db.destroy()
})

const accept = async () => (await insertClips(db, { accountId, clips: [CLIP, CLIP], now: 1 }))[0]!.id

/** The signals of some work. A last one, sent after it, arrives last. */
async function signalsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  received = []
  await work()
  await sql`select pg_notify('declaim', 'clip-ended last')`.execute(db)
  while (received.at(-1) !== 'clip-ended last') {
    await new Promise<void>((resolve) => {
      onSignal = resolve
    })
  }
  return received.slice(0, -1)
}

test('clips that are accepted, given back or ended are signalled once their transaction commits', async () => {
  let id = ''
  const acceptOne = async () => {
    id = await accept()
  }
  expect(await signalsOf(acceptOne)).toEqual(['clips-waiting'])
  expect(await signalsOf(() => claimClip(db, id, 2))).toEqual([])
  expect(await signalsOf(() => unclaimClip(db, id))).toEqual(['clips-waiting'])
  expect(await signalsOf(() => completeClip(db, id, { timing: TIMING, audio: [], now: 3 }))).toEqual([
    `clip-ended ${id}`,
  ])
  const failed = await accept()
  const error = { code: 'INTERNAL_ERROR', message: 'x' }
  expect(await signalsOf(() => failClip(db, failed, { error, now: 3 }))).toContain(`clip-ended ${failed}`)
  const refused = db.transaction().execute(async (transaction) => {
    await insertClips(transaction, { accountId, clips: [CLIP], now: 1 })
    throw new Error('power cut')
  })
  expect(await signalsOf(() => refused.catch(() => {}))).toEqual([])
})

test('changed keys and plans are signalled, the use of a key is not', async () => {
  expect(await signalsOf(() => noteKeyUses(db, new Map([[keyId, 7]])))).toEqual([])
  expect(await signalsOf(() => revokeApiKey(db, keyId, 2))).toEqual(['rules'])
  expect(await signalsOf(() => setPlan(db, 'large', {}))).toEqual(['rules'])
})

test('listeners hear that they may have missed something when a broken connection works again', async () => {
  received = []
  const back = new Promise<void>((resolve) => {
    onSignal = () => void (received.length === TOPICS.length && resolve())
  })
  await server.crash()
  await server.start()
  await back
  expect(received).toEqual(TOPICS.map((topic) => `${topic} unknown`))
  expect(await signalsOf(() => setPlan(db, 'large', {}))).toEqual(['rules'])
})

test('a listener that left hears nothing', async () => {
  let heard = 0
  const leave = signals.on('rules', () => heard++)
  await signalsOf(() => setPlan(db, 'one', {}))
  leave()
  const before = heard
  await signalsOf(() => setPlan(db, 'two', {}))
  expect([before > 0, heard]).toEqual([true, before])
})
