import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { removeExpired } from '../../src/jobs/retention/remove-expired.ts'
import { insertClips } from '../../src/storage/records/accept-clips.ts'
import { findStoredBytes } from '../../src/storage/records/account-storage.ts'
import { setAccountPlan } from '../../src/storage/records/accounts.ts'
import { failClip } from '../../src/storage/records/end-clips.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { CLIP } from '../support/describe-storage.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const DAY_MS = 24 * 60 * 60_000

let service: TestService
/** Noon, so that no test meets midnight. */
let now = Date.UTC(2030, 2, 14, 12)
beforeAll(async () => {
  service = await startTestService({ MAX_STREAMS: '3' }, () => now)
})
afterAll(() => service.close())

/** An account with a plan of its own, by whose limits each call is bounded. */
async function createPlanned(limits: Parameters<typeof setPlan>[2]) {
  const name = `plan-${Math.random().toString(36).slice(2)}`
  await setPlan(service.db, name, limits)
  const { key, record } = await createApiKey(service.db, { name, account: name, now: 1 })
  await setAccountPlan(service.db, record.accountId, name)
  const headers = { 'x-api-key': key }
  const call = (path: string, body?: object, more: Record<string, string> = {}) =>
    service.call(path, { headers: { ...headers, ...more }, ...(body && { body }) })
  const json = async (path: string, body?: object) =>
    (await (await call(path, body)).json()) as Readonly<Record<string, string | number | undefined>>
  const remove = (id: string) => service.call(`/clips/${id}`, { headers, method: 'DELETE' })
  const finished = async (id: string): Promise<string> => {
    for (;;) {
      const { status } = await json(`/clips/${id}`)
      if (status !== 'PROCESSING') return String(status)
    }
  }
  const createClip = async (text = 'Hello there.'): Promise<string> => {
    const { clip_id: id } = await json('/clips', { speaker_id: 3, text })
    expect(await finished(String(id))).toBe('COMPLETE')
    return String(id)
  }
  return { accountId: record.accountId, call, json, remove, finished, createClip }
}

/** Two clips with half an hour between them. */
const halfHour = (id: string) => ({
  clip_ids: [id, id, id, id],
  pause_durations: 599,
  audio_configs: { file_format: 'flac' },
})

describe('combinations', () => {
  test('of combinations may be as long as a file of the plan', async () => {
    const { call, json, finished, createClip } = await createPlanned({ fileSeconds: 3600, combinedSecondsPerDay: null })
    const clip = await createClip()
    const { clip_id: half } = await json('/clips/combine', { ...halfHour(clip), async: true })
    expect(await finished(String(half))).toBe('COMPLETE')
    for (const more of [{}, { async: true }]) {
      const answer = await call('/clips/combine', { clip_ids: [half, half, half], ...more })
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          code: 'MISSING_ARGUMENT',
          message: expect.stringMatching(
            /^Cannot combine clips: the file would have 5\d{3} seconds, and the plan allows 3600; divide it among several files$/,
          ),
        },
      ])
    }
  })

  test('are bounded by the seconds of a day, also many at once and a moment before they are rendered', async () => {
    const { call, json, createClip } = await createPlanned({ combinedSecondsPerDay: 4000, concurrentStreams: null })
    const body = halfHour(await createClip())
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => call('/clips/combine', { ...body, async: true, label: `${i}` })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.headers.get('retry-after')).toBe(String(12 * 60 * 60))
    expect(await refused.json()).toEqual({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(
        /with these 1\d{3} seconds, the account would combine more than 4000 seconds of audio today, which is all that the plan allows$/,
      ),
    })
    expect((await call('/clips/combine', body)).status).toBe(429)
    const { combined_seconds_today: today, combined_seconds_per_day_limit: limit } = await json('/usage')
    expect([Math.floor(Number(today) / 100), limit]).toEqual([35, 4000])
    now += DAY_MS
    const again = await call('/clips/combine', body)
    expect(again.status).toBe(200)
    await again.body?.cancel()
    expect((await json('/usage')).combined_seconds_today).toBeLessThan(1900)
  })

  test('that are sent again under the same key are counted once', async () => {
    const { call, json, createClip } = await createPlanned({ combinedSecondsPerDay: 4000 })
    const body = { ...halfHour(await createClip()), async: true }
    const send = async () =>
      (await (await call('/clips/combine', body, { 'idempotency-key': 'once' })).json()) as object
    const first = await send()
    expect(first).toHaveProperty('clip_id')
    for (let i = 0; i < 3; i++) expect(await send()).toEqual(first)
    expect((await json('/usage')).combined_seconds_today).toBeLessThan(1900)
  })

  test('for whom the caller waits count as streams; those that become clips do not', async () => {
    const { call, createClip } = await createPlanned({ concurrentStreams: 1, combinedSecondsPerDay: null })
    const clip = await createClip()
    const body = { ...halfHour(clip), audio_configs: { file_format: 'wav', sample_rate: 48_000 } }
    const first = await call('/clips/combine', body)
    expect(first.status).toBe(200)
    const second = await call('/clips/combine', body)
    expect([second.status, await second.json()]).toMatchObject([
      429,
      { code: 'RATE_LIMITED', message: expect.stringContaining('1 streams are under way') },
    ])
    expect((await call('/stream', { speaker_id: 3, text: 'Hello' })).status).toBe(429)
    expect((await call('/clips/combine', { clip_ids: [clip], async: true })).status).toBe(200)
    await first.body?.cancel()
  })

  test('that wait for their callers count among the streams of the service', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => createPlanned({ combinedSecondsPerDay: null })))
    const answers: Response[] = []
    for (const { call, createClip } of accounts)
      answers.push(
        await call('/clips/combine', {
          ...halfHour(await createClip()),
          audio_configs: { file_format: 'wav', sample_rate: 48_000 },
        }),
      )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503])
    for (const { body } of answers) await body?.cancel()
  })
})

describe('what an account stores', () => {
  test('is what its clips take, is bounded by its plan, and is free again when clips are deleted', async () => {
    const { accountId, call, json, remove, createClip } = await createPlanned({ storedBytes: 2_000_000 })
    const id = await createClip('One, two, three.')
    const [clip] = await service.db
      .selectFrom('clips')
      .select(['audio', 'timing', 'bytes'])
      .where('id', '=', id)
      .execute()
    const audio = (JSON.parse(clip!.audio!) as { bytes: number }[]).reduce((sum, { bytes }) => sum + bytes, 0)
    const { plan } = await service.db
      .selectFrom('clip_plans')
      .select('plan')
      .where('clip_id', '=', id)
      .executeTakeFirstOrThrow()
    const whole = audio + Buffer.byteLength(clip!.timing!) + Buffer.byteLength(plan)
    expect(clip!.bytes).toBe(whole)
    expect(await json('/usage')).toMatchObject({ stored_bytes: whole, stored_bytes_limit: 2_000_000 })

    const answer = await call('/clips/combine', { ...halfHour(id), async: true })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(6 * 24 * 3600)
    expect([answer.status, await answer.json()]).toEqual([
      429,
      {
        code: 'RATE_LIMITED',
        message: expect.stringMatching(
          new RegExp(
            `^Cannot accept clips: the account would store \\d+ bytes, and the plan allows 2000000; delete clips with DELETE /clips/\\{id\\}, such as the oldest, ${id}, which expires in \\d+ s$`,
          ),
        ),
      },
    ])
    expect(await findStoredBytes(service.db, accountId)).toBe(whole)
    expect((await remove(id)).status).toBe(200)
    expect(await findStoredBytes(service.db, accountId)).toBe(0)
  })

  test('counts clips before they are rendered, also many that are sent at once', async () => {
    const { accountId, call } = await createPlanned({ storedBytes: 1_000_000 })
    const text = 'This is a sentence of some length, and it goes on for a while.'
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('/clips', { speaker_id: 3, text })))
    const accepted = answers.filter(({ status }) => status === 200).length
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - accepted)
    expect(accepted).toBeGreaterThan(0)
    expect(accepted).toBeLessThan(6)
    expect(await findStoredBytes(service.db, accountId)).toBeLessThanOrEqual(1_000_000)
  })

  test('is free when clips expire', async () => {
    const { accountId, createClip } = await createPlanned({ storedBytes: 2_000_000 })
    await createClip()
    expect(await findStoredBytes(service.db, accountId)).toBeGreaterThan(0)
    await removeExpired({ db: service.db, blobs: service.blobs, lifetimeMsOf: async () => 0, now: now + 1 })
    expect(await findStoredBytes(service.db, accountId)).toBe(0)
  })

  test('of a clip that fails is its plan alone', async () => {
    const { accountId } = await createPlanned({ storedBytes: 10_000_000 })
    const clip = { ...CLIP, audioBytes: 5_000_000 }
    const { db } = service
    const [stored] = await db
      .transaction()
      .execute((transaction) => insertClips(transaction, { accountId, clips: [clip], now }))
    const planBytes = Buffer.byteLength(JSON.stringify(CLIP.plan))
    expect(await findStoredBytes(db, accountId)).toBe(5_000_000 + planBytes)
    await failClip(db, stored!.id, { error: { code: 'INTERNAL_ERROR', message: '' }, now })
    expect(await findStoredBytes(db, accountId)).toBe(planBytes)
  })
})
