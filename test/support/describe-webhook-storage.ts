import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import type { Database } from '../../src/storage/database.ts'
import { insertClips } from '../../src/storage/records/accept-clips.ts'
import { completeClip, failClip } from '../../src/storage/records/end-clips.ts'
import {
  claimDelivery,
  deleteDeliveriesBefore,
  insertDelivery,
  listDeliveries,
  noteAttempt,
  noteEndpoint,
  replayDelivery,
  setPayload,
} from '../../src/storage/records/webhook-deliveries.ts'
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
  type WebhookEndpoint,
} from '../../src/storage/records/webhook-endpoints.ts'
import { CLIP, type OpenStorage, TIMING } from './describe-storage.ts'

/** States what every storage must do for webhooks. The tests share a storage; each has an account of its own. */
export function describeWebhookStorage(name: string, open: () => Promise<OpenStorage>): void {
  describe(`${name}: webhooks`, () => {
    let storage: OpenStorage
    let db: Database
    let accountId: string
    let accounts = 0

    beforeAll(async () => {
      storage = await open()
      db = storage.db
    })
    afterAll(() => storage.close())
    beforeEach(async () => {
      await db.deleteFrom('webhook_endpoints').execute()
      accounts += 1
      accountId = (await createApiKey(db, { name: 'x', account: `webhooks ${accounts}`, now: 1 })).record.accountId
    })

    const insert = (eventTypes: readonly string[] | null = null, account = accountId) =>
      insertEndpoint(db, { accountId: account, url: 'https://example.com/', eventTypes, secret: 'whsec_1', now: 5 })
    const deliver = (endpoint: WebhookEndpoint, subject = 'x', now = 10) =>
      insertDelivery(db, { endpointId: endpoint.id, type: 'webhook.test', subject, now })
    const claim = (now: number, until = now + 60) => claimDelivery(db, { now, until })
    const list = (endpoint: WebhookEndpoint, options: object = {}) =>
      listDeliveries(db, { endpointId: endpoint.id, limit: 100, ...options })
    const attempt = (at: number, error: string | null = 'answered 500') => {
      return { at, durationMs: 3, status: error === null ? 200 : 500, error }
    }

    describe('an endpoint', () => {
      test('is seen, changed and deleted by its account alone', async () => {
        const [one, two] = [await insert(['clip.failed', 'clip.completed']), await insert()]
        expect(await listEndpoints(db, accountId)).toEqual([one, two])
        const key = { accountId, id: one.id }
        expect(await findEndpoint(db, key)).toEqual(one)
        expect(one).toMatchObject({ eventTypes: ['clip.failed', 'clip.completed'], disabledAt: null, createdAt: 5 })
        const foreign = { accountId: 'other', id: one.id }
        await expect(findEndpoint(db, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await expect(updateEndpoint(db, foreign, { url: 'https://evil' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await expect(rotateSecret(db, foreign, { secret: 's', until: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
        await expect(deleteEndpoint(db, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
        expect(await findEndpoint(db, key)).toEqual(one)
        expect(await updateEndpoint(db, key, {})).toEqual(one)
        expect(await updateEndpoint(db, key, { url: 'https://b', eventTypes: null })).toEqual({
          ...one,
          url: 'https://b',
          eventTypes: null,
        })
        await deleteEndpoint(db, key)
        expect(await listEndpoints(db, accountId)).toEqual([two])
      })

      test('keeps the secret before its last one until some time', async () => {
        const { id } = await insert()
        await rotateSecret(db, { accountId, id }, { secret: 'whsec_2', until: 50 })
        const rotated = await rotateSecret(db, { accountId, id }, { secret: 'whsec_3', until: 70 })
        expect(rotated).toMatchObject({ secret: 'whsec_3', previousSecret: { secret: 'whsec_2', until: 70 } })
      })

      test('remembers the first failure until a delivery works or it is enabled again', async () => {
        const { id } = await insert()
        const note = (outcome: 'works' | 'fails' | 'disable', now: number) => noteEndpoint(db, id, { now, outcome })
        const find = () => findEndpoint(db, { accountId, id })
        await note('fails', 100)
        await note('fails', 200)
        expect(await find()).toMatchObject({ failingSince: 100, disabledAt: null })
        await note('works', 300)
        expect(await find()).toMatchObject({ failingSince: null })
        await note('fails', 400)
        await note('disable', 500)
        expect(await find()).toMatchObject({ failingSince: 400, disabledAt: 500 })
        expect(await updateEndpoint(db, { accountId, id }, { disabledAt: null })).toMatchObject({
          failingSince: null,
          disabledAt: null,
        })
      })
    })

    describe('an event', () => {
      const end = async (outcome: 'complete' | 'fail') => {
        const [clip] = await insertClips(db, { accountId, clips: [CLIP], now: 10 })
        const { id } = clip!
        if (outcome === 'complete') await completeClip(db, id, { timing: TIMING, audio: [], now: 30 })
        else await failClip(db, id, { error: { code: 'INTERNAL_ERROR', message: '' }, now: 30 })
        return id
      }

      test('becomes a delivery to each endpoint of the account that wants it', async () => {
        const all = await insert()
        const failures = await insert(['clip.failed'])
        const others = await insert(['bulk.completed', 'combination.completed'])
        const disabled = await insert()
        await noteEndpoint(db, disabled.id, { now: 1, outcome: 'disable' })
        const foreign = await insert(
          null,
          (await createApiKey(db, { name: 'x', account: 'foreign', now: 1 })).record.accountId,
        )
        const [completed, failed] = [await end('complete'), await end('fail')]
        const subjects = async (endpoint: WebhookEndpoint) =>
          (await list(endpoint)).map(({ type, subject, eventAt }) => [type, subject, eventAt])
        expect(await subjects(all)).toEqual([
          ['clip.failed', failed, 30],
          ['clip.completed', completed, 30],
        ])
        expect(await subjects(failures)).toEqual([['clip.failed', failed, 30]])
        for (const endpoint of [others, disabled, foreign]) expect(await subjects(endpoint)).toEqual([])
      })
    })

    describe('a delivery', () => {
      test('is claimed by one worker, when it is due, the longest due first', async () => {
        const endpoint = await insert()
        const [one, two] = [await deliver(endpoint, 'one'), await deliver(endpoint, 'two')]
        const claimed = await Promise.all([claim(100), claim(100), claim(100)])
        const ids = claimed.flatMap((one) => one?.delivery.id ?? [])
        expect(ids.toSorted()).toEqual([one.id, two.id].toSorted())
        expect(claimed.find((one) => one !== undefined)!.endpoint).toEqual(endpoint)
        expect(await claim(159)).toBeUndefined()
        // Their workers have died.
        expect((await claim(160))?.delivery.id).toBe(one.id)
        await noteAttempt(db, two, { attempt: attempt(100), status: 'pending', dueAt: 150 })
        expect((await claim(160))?.delivery.id).toBe(two.id)
      })

      test('keeps what it sends, and every attempt', async () => {
        const endpoint = await insert()
        const { id } = await deliver(endpoint)
        await setPayload(db, id, '{"a":1}')
        for (const at of [100, 200]) {
          const { delivery } = (await claim(at))!
          await noteAttempt(db, delivery, { attempt: attempt(at), status: 'pending', dueAt: at + 50 })
        }
        const [delivery] = await list(endpoint)
        expect(delivery).toMatchObject({ id, payload: '{"a":1}', status: 'pending', firstAt: 100, dueAt: 250 })
        expect(delivery!.attempts).toEqual([attempt(100), attempt(200)])
      })

      test('to an endpoint that already has four under way waits, and others do not', async () => {
        const [slow, quick] = [await insert(), await insert()]
        for (let i = 0; i < 30; i++) await deliver(slow, `slow ${i}`)
        for (let i = 0; i < 4; i++) expect((await claim(100))?.endpoint.id).toBe(slow.id)
        const { id } = await deliver(quick)
        expect((await claim(101))?.delivery.id).toBe(id)
        expect(await claim(101)).toBeUndefined()
        const [last] = (await list(slow)).filter(({ dueAt }) => dueAt > 0)
        await noteAttempt(db, last!, { attempt: attempt(101, null), status: 'delivered', dueAt: 101 })
        expect((await claim(102))?.endpoint.id).toBe(slow.id)
      })

      test('that is pending has failed when its endpoint is disabled, also if an attempt was under way', async () => {
        const endpoint = await insert()
        await deliver(endpoint, 'one')
        await deliver(endpoint, 'two')
        const [failing, working] = [(await claim(100))!.delivery, (await claim(100))!.delivery]
        await noteEndpoint(db, endpoint.id, { now: 110, outcome: 'disable' })
        await noteAttempt(db, failing, { attempt: attempt(120), status: 'pending', dueAt: 125 })
        await noteAttempt(db, working, { attempt: attempt(120, null), status: 'delivered', dueAt: 120 })
        expect((await list(endpoint)).map(({ status, attempts }) => [status, attempts.length])).toEqual([
          ['delivered', 1],
          ['failed', 1],
        ])
        expect(await claim(1000)).toBeUndefined()
      })

      test('is replayed under its id, as if it were new', async () => {
        const endpoint = await insert()
        const { id } = await deliver(endpoint)
        await setPayload(db, id, 'same')
        await noteAttempt(db, (await claim(100))!.delivery, { attempt: attempt(100), status: 'failed', dueAt: 100 })
        expect(await claim(200)).toBeUndefined()
        const replayed = await replayDelivery(db, { endpointId: endpoint.id, id })
        expect(replayed).toMatchObject({ id, payload: 'same', status: 'pending', firstAt: null, dueAt: 0 })
        expect(replayed.attempts).toHaveLength(1)
        expect((await claim(200))?.delivery.id).toBe(id)
        const other = await insert()
        await expect(replayDelivery(db, { endpointId: other.id, id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      })

      test('is listed newest first, by page and by status', async () => {
        const [endpoint, other] = [await insert(), await insert()]
        const ids: string[] = []
        for (let i = 0; i < 4; i++) ids.unshift((await deliver(endpoint, `${i}`)).id)
        await deliver(other)
        await noteAttempt(db, (await claim(100))!.delivery, { attempt: attempt(100), status: 'failed', dueAt: 100 })
        const idsOf = async (options: object) => (await list(endpoint, options)).map(({ id }) => id)
        expect(await idsOf({})).toEqual(ids)
        expect(await idsOf({ limit: 3 })).toEqual(ids.slice(0, 3))
        expect(await idsOf({ before: ids[1] })).toEqual(ids.slice(2))
        expect(await idsOf({ before: 'unknown' })).toEqual([])
        expect(await idsOf({ status: 'failed' })).toEqual([ids[3]])
        expect(await idsOf({ status: 'pending', before: ids[0], limit: 1 })).toEqual([ids[1]])
      })

      test('is forgotten by age, unless it is pending, and with its endpoint', async () => {
        const endpoint = await insert()
        await deliver(endpoint, 'ended', 50)
        await noteAttempt(db, (await claim(100))!.delivery, { attempt: attempt(100), status: 'failed', dueAt: 100 })
        await deliver(endpoint, 'pending', 50)
        await deleteDeliveriesBefore(db, 50)
        expect(await list(endpoint)).toHaveLength(2)
        await deleteDeliveriesBefore(db, 51)
        expect((await list(endpoint)).map(({ subject }) => subject)).toEqual(['pending'])
        await deleteEndpoint(db, { accountId, id: endpoint.id })
        expect(await claim(1000)).toBeUndefined()
      })
    })
  })
}
