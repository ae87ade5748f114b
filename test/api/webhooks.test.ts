import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

type Endpoint = { id: string; url: string; secret: string; enabled: boolean; event_types: string[] | null }
type Delivery = {
  id: string
  type: string
  status: string
  attempts: { status: number | null; error: string | null }[]
}

const hello = { speaker_id: 3, text: 'Hello there.' }

let receiver: WebhookReceiver
let dataDirectory: string
let service: TestService
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  dataDirectory = await mkdtemp(join(tmpdir(), 'declaim-webhooks-'))
  service = await startTestService({ DATA_DIR: dataDirectory, WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
})
afterAll(async () => {
  await service.close()
  await receiver.close()
  await rm(dataDirectory, { recursive: true })
})
beforeEach(async () => {
  receiver.misbehave.length = 0
  const { webhooks } = await service.json<{ webhooks: Endpoint[] }>('/webhooks')
  for (const { id } of webhooks) await service.json(`/webhooks/${id}`, { method: 'DELETE' })
})

const register = (body: object = {}) => service.json<Endpoint>('/webhooks', { body: { url: receiver.url, ...body } })
const post = <Body = Delivery>(path: string) => service.json<Body>(path, { method: 'POST' })
const deliveriesOf = async (id: string, query = '') =>
  (await service.json<{ deliveries: Delivery[] }>(`/webhooks/${id}/deliveries${query}`)).deliveries
async function untilSettled(id: string): Promise<Delivery[]> {
  for (;;) {
    const deliveries = await deliveriesOf(id)
    if (deliveries.every(({ status, attempts }) => status !== 'pending' || attempts.length > 0)) return deliveries
  }
}

describe('a webhook', () => {
  test('gets each clip that ends, verified by the secret that was shown once', async () => {
    const { secret, ...endpoint } = await register()
    expect(endpoint).toMatchObject({ url: `${receiver.url}/`, enabled: true, event_types: null, failing_since: null })
    const count = receiver.received.length
    const { clip_ids: ids } = await service.json<{ clip_ids: string[] }>('/clips', { body: [hello, hello] })
    await receiver.until(count + 3)
    const bodies = receiver.received.slice(count).map(({ body, headers }) => new Webhook(secret).verify(body, headers))
    const clips = await Promise.all(ids.map((id) => service.json<object>(`/clips/${id}`)))
    expect(bodies).toEqual(
      expect.arrayContaining([
        ...clips.map((data) => expect.objectContaining({ type: 'clip.completed', data })),
        expect.objectContaining({
          type: 'bulk.completed',
          data: expect.objectContaining({ clip_ids: ids, complete: 2 }),
        }),
      ]),
    )
    const shown = await service.json<object>(`/webhooks/${endpoint.id}`)
    expect(shown).toEqual(endpoint)
    expect(JSON.stringify([shown, await service.json('/webhooks')])).not.toContain('whsec_')
  })

  test('gets only the events that it asked for, and others after a change', async () => {
    const { id } = await register({ event_types: ['combination.completed'] })
    const { clip_id: clip } = await service.json<{ clip_id: string }>('/clips', { body: hello })
    await service.finished(clip)
    const { clip_id: joined } = await service.json<{ clip_id: string }>('/clips/combine', {
      body: { clip_ids: [clip], async: true },
    })
    await service.finished(joined)
    expect((await untilSettled(id)).map(({ type }) => type)).toEqual(['combination.completed'])
    const body = { event_types: ['clip.completed'] }
    expect(await service.json(`/webhooks/${id}`, { method: 'PATCH', body })).toMatchObject(body)
    await service.finished((await service.json<{ clip_id: string }>('/clips', { body: hello })).clip_id)
    expect((await untilSettled(id)).map(({ type }) => type)).toEqual(['clip.completed', 'combination.completed'])
  })

  test('gets a test event, and has a log that can be read in pages and replayed from', async () => {
    const { id, secret } = await register()
    receiver.misbehave.push((response) => response.writeHead(500).end())
    const tests = [await post(`/webhooks/${id}/test`), await post(`/webhooks/${id}/test`)]
    expect(tests[0]).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: [] })
    const log = await untilSettled(id)
    expect(log.map((delivery) => delivery.id)).toEqual(tests.map((delivery) => delivery.id).toReversed())
    const failed = log.find(({ status }) => status === 'pending')!
    expect(failed.attempts).toMatchObject([{ status: 500, error: 'answered 500' }])
    expect(await deliveriesOf(id, '?status=delivered')).toHaveLength(1)
    expect(await deliveriesOf(id, `?limit=1&before=${log[0]!.id}`)).toMatchObject([{ id: log[1]!.id }])

    const count = receiver.received.length
    await post(`/webhooks/${id}/deliveries/${failed.id}/replay`)
    await receiver.until(count + 1)
    const { headers, body } = receiver.received.at(-1)!
    expect(headers['webhook-id']).toBe(failed.id)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } })
  })

  test('has two live secrets after a rotation', async () => {
    const { id, secret } = await register()
    const rotated = await post<Endpoint & { previous_secret_until: number }>(`/webhooks/${id}/rotate`)
    expect(rotated.secret).not.toBe(secret)
    expect(rotated.previous_secret_until - Date.now()).toBeGreaterThan(86_000_000)
    const count = receiver.received.length
    await post(`/webhooks/${id}/test`)
    await receiver.until(count + 1)
    const { body, headers } = receiver.received.at(-1)!
    for (const one of [secret, rotated.secret]) expect(new Webhook(one).verify(body, headers)).toBeDefined()
  })

  test('that is disabled gets nothing until it is enabled', async () => {
    const { id } = await register()
    const change = (enabled: boolean) =>
      service.json<Endpoint>(`/webhooks/${id}`, { method: 'PATCH', body: { enabled } })
    expect(await change(false)).toMatchObject({ enabled: false, disabled_at: expect.any(Number) })
    const refused = await service.call(`/webhooks/${id}/test`, { method: 'POST' })
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { code: 'CONFLICT', message: `Cannot send to webhook ${id}: it is disabled; enable it first` },
    ])
    await service.finished((await service.json<{ clip_id: string }>('/clips', { body: hello })).clip_id)
    expect(await deliveriesOf(id)).toEqual([])
    expect(await change(true)).toMatchObject({ enabled: true, disabled_at: null })
    const count = receiver.received.length
    await post(`/webhooks/${id}/test`)
    await receiver.until(count + 1)
  })

  test('is of its account alone', async () => {
    const { id } = await register()
    const { key } = await createApiKey(service.db, { name: 'x', account: 'other', now: 1 })
    const headers = { 'x-api-key': key }
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/msg_1/replay'],
    ]) {
      const body = method === 'PATCH' ? { body: { enabled: false } } : {}
      const response = await service.call(`/webhooks/${id}${path}`, { method: method!, headers, ...body })
      expect(response.status, `${method} ${path}`).toBe(404)
    }
    expect(await service.json('/webhooks', { headers })).toEqual({ webhooks: [] })
    expect(await service.json(`/webhooks/${id}`)).toMatchObject({ enabled: true })
  })

  test('has its secret in one place: an answer that is sent again gets it from there', async () => {
    const headers = { 'idempotency-key': `secret-${Date.now()}` }
    const once = () => service.json<Endpoint>('/webhooks', { body: { url: receiver.url }, headers })
    const first = await once()
    const rotating = { method: 'POST', headers: { 'idempotency-key': `${headers['idempotency-key']}-rotation` } }
    const rotate = () => service.json<Endpoint>(`/webhooks/${first.id}/rotate`, rotating)
    const rotated = await rotate()
    expect(await rotate()).toEqual(rotated)
    // The first secret is valid for another day.
    expect(await once()).toEqual(first)
    const stored = JSON.stringify(await service.db.selectFrom('idempotency_keys').selectAll().execute())
    for (const { secret } of [first, rotated]) {
      expect(secret).toMatch(/^whsec_/)
      expect(stored).not.toContain(secret)
    }
    await post(`/webhooks/${first.id}/rotate`)
    const replaced = await service.call('/webhooks', { body: { url: receiver.url }, headers })
    expect([replaced.status, await replaced.json()]).toMatchObject([
      409,
      { code: 'CONFLICT', message: expect.stringContaining('it was replaced since') },
    ])
    expect(await rotate()).toEqual(rotated)
    await service.json(`/webhooks/${first.id}`, { method: 'DELETE' })
    expect((await service.call('/webhooks', { body: { url: receiver.url }, headers })).status).toBe(404)
  })

  test('is registered once under an idempotency key, and at most twenty times', async () => {
    const headers = { 'idempotency-key': `webhook-${Date.now()}` }
    const once = () => service.json<Endpoint>('/webhooks', { body: { url: receiver.url }, headers })
    expect(await once()).toEqual(await once())
    for (let i = 1; i < 20; i += 1) await register()
    const response = await service.call('/webhooks', { body: { url: receiver.url } })
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      409,
      'Cannot register a webhook: the account has 20',
    ])
  })

  test.each<[object, string]>([
    [{}, 'url is missing'],
    [{ url: 'ftp://example.com' }, 'expected an http or https URL'],
    [{ url: 'not a url' }, 'expected an http or https URL'],
    [{ url: 'https://user:secret@example.com' }, 'it has a user name or password'],
    [{ url: `https://example.com/${'x'.repeat(2000)}` }, 'expected at most 2000'],
    [{ url: 'https://does-not-exist.invalid/' }, 'does-not-exist.invalid cannot be resolved'],
    [{ url: 'http://127.0.0.1/', event_types: ['clip.exploded'] }, 'event_types'],
    [{ url: 'http://127.0.0.1/', event_types: [] }, 'event_types'],
  ])('%#: that cannot be used is refused', async (body, message) => {
    const response = await service.call('/webhooks', { body })
    const error = (await response.json()) as { message: string }
    expect([response.status, error.message]).toEqual([400, expect.stringContaining(message)])
    expect(error.message).not.toContain('secret')
  })

  test('needs the scope webhooks, and a plan with webhooks', async () => {
    const { key } = await createApiKey(service.db, { name: 'narrow', now: 1, scopes: ['clips:read'] })
    expect((await service.call('/webhooks', { headers: { 'x-api-key': key } })).status).toBe(403)
    await setPlan(service.db, 'small', { webhooks: false })
    const small = await createApiKey(service.db, { name: 'small', account: 'small', now: 1, plan: 'small' })
    const response = await service.call('/webhooks', {
      body: { url: receiver.url },
      headers: { 'x-api-key': small.key },
    })
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: 'FORBIDDEN', message: 'Cannot use webhooks: the plan of the account does not allow them' },
    ])
  })
})

test('a service that refuses private addresses refuses them at registration and at delivery', async () => {
  const { id } = await register({ url: `http://localhost:${receiver.port}/` })
  await service.close()
  service = await startTestService({ DATA_DIR: dataDirectory })
  for (const url of [receiver.url, 'http://[::1]/', 'http://localhost:9999/', 'http://169.254.169.254/latest']) {
    const response = await service.call('/webhooks', { body: { url } })
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(/^Cannot use this webhook URL: .* has no address of the public internet$/),
    ])
  }
  const count = receiver.received.length
  await post(`/webhooks/${id}/test`)
  expect((await untilSettled(id))[0]).toMatchObject({
    status: 'pending',
    attempts: [{ status: null, error: 'localhost has no address of the public internet' }],
  })
  expect(receiver.received).toHaveLength(count)
})
