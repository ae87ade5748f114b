import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startServerProcess } from '../support/server-process.ts'
import { shareS3 } from '../support/shared-servers.ts'
import { type CollectedSpan, type SpanCollector, startSpanCollector } from '../support/span-collector.ts'
import { startCluster, type TestCluster } from '../support/test-cluster.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

/** A caller that has a trace of its own. */
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE_ID}-${CALLER_SPAN}-01`
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 }
const TEXT = 'It costs $4.99, and the ferry leaves at seven.'

let collector: SpanCollector
let cluster: TestCluster
let receiver: WebhookReceiver
let url: string
beforeAll(async () => {
  collector = await startSpanCollector()
  receiver = await startWebhookReceiver()
  cluster = await startCluster(
    {
      AVATARS_FILE: TONE_AVATARS,
      RENDER_THREADS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    },
    await shareS3(),
  )
  const api = await cluster.start('api')
  await cluster.start('worker')
  ;({ url } = api)
}, 120_000)
afterAll(async () => {
  await cluster.close()
  await receiver.close()
  await collector.close()
})

const call = (path: string, { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {}) =>
  fetch(`${url}/v1/tts${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': TEST_KEY, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** The spans of a trace, once one with this name is among them. */
async function traceWith(name: string, traceId?: string): Promise<readonly CollectedSpan[]> {
  const found = await vi.waitFor(
    () => {
      const span = collector.spans.find((one) => one.name === name && (traceId ?? one.traceId) === one.traceId)
      if (span === undefined) throw new Error(`No span "${name}" has come`)
      return span
    },
    { timeout: 15_000, interval: 20 },
  )
  return collector.spans.filter((span) => span.traceId === found.traceId)
}

describe('a clip', () => {
  let spans: readonly CollectedSpan[]
  const named = (name: string) => spans.find((span) => span.name === name)!
  beforeAll(async () => {
    await call('/webhooks', { body: { url: `${receiver.url}/hook` } })
    await call('/clips', { body: { speaker_id: 3, text: TEXT }, headers: { traceparent: TRACEPARENT } })
    await receiver.until(1)
    spans = await traceWith('deliver webhook', TRACE_ID)
  }, 60_000)

  test('is one trace from the request of its caller to its webhook, across processes', () => {
    const request = named('POST /v1/tts/clips')
    const render = named('render clip')
    expect([request.parentId, request.kind]).toEqual([CALLER_SPAN, KINDS.server])
    expect([named('plan speech').parentId, named('plan speech').kind]).toEqual([request.spanId, KINDS.internal])
    expect([render.parentId, render.kind]).toEqual([request.spanId, KINDS.consumer])
    expect(named('speak').parentId).toBe(render.spanId)
    expect(named('store audio').parentId).toBe(render.spanId)
    expect([named('deliver webhook').parentId, named('deliver webhook').kind]).toEqual([request.spanId, KINDS.client])
    expect(request.resource).toMatchObject({ 'service.name': 'declaim', 'declaim.role': 'api' })
    expect(render.resource).toMatchObject({ 'service.name': 'declaim', 'declaim.role': 'worker' })
    expect(request.resource['service.instance.id']).not.toBe(render.resource['service.instance.id'])
  })

  test('continues in the receiver of the webhook', () => {
    const { spanId } = named('deliver webhook')
    expect(receiver.received[0]!.headers.traceparent).toBe(`00-${TRACE_ID}-${spanId}-01`)
  })

  test('has spans that say what was done, and nothing of what was said', () => {
    expect(named('POST /v1/tts/clips').attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/tts/clips',
      'http.response.status_code': 200,
    })
    expect(named('plan speech').attributes).toMatchObject({
      'declaim.characters': TEXT.length,
      'declaim.speaker_id': 3,
      'declaim.segments': expect.any(Number),
    })
    expect(named('speak')).toMatchObject({ attributes: { 'declaim.engine': 'tone' }, events: ['first audio'] })
    expect(named('speak').attributes['declaim.speech_seconds']).toBeGreaterThan(1)
    expect(named('render clip').attributes['declaim.waited_seconds']).toBeGreaterThanOrEqual(0)
    expect(named('store audio').attributes['declaim.bytes']).toBeGreaterThan(1000)
    for (const secret of ['ferry', '4.99', TEST_KEY]) expect(JSON.stringify(spans)).not.toContain(secret)
  })

  test('has spans inside one another', () => {
    const [render, speak, store] = ['render clip', 'speak', 'store audio'].map(named)
    expect(speak!.milliseconds + store!.milliseconds).toBeLessThanOrEqual(render!.milliseconds + 1)
  })
})

test('a stream speaks within its request, and a request without a trace begins one', async () => {
  const response = await call('/stream', { body: { speaker_id: 3, text: TEXT } })
  await response.arrayBuffer()
  const spans = await traceWith('POST /v1/tts/stream')
  const request = spans.find(({ name }) => name === 'POST /v1/tts/stream')!
  expect(request.parentId).toBeUndefined()
  expect(spans.filter(({ parentId }) => parentId === request.spanId).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['plan speech', 'speak']),
  )
})

test('what a caller does wrong is no failure of the service, and a trace that is not one is ignored', async () => {
  await call('/explain', { body: { speaker_id: 3, text: '<tempo' }, headers: { traceparent: 'nonsense' } })
  const [request] = (await traceWith('POST /v1/tts/explain')).filter(({ name }) => name === 'POST /v1/tts/explain')
  expect([request!.attributes['http.response.status_code'], request!.hasFailed, request!.parentId]).toEqual([
    400,
    false,
    undefined,
  ])
})

test('a trace that its caller does not record is not recorded here', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await (await call('/avatars', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-00` } })).arrayBuffer()
  await call('/usage')
  await traceWith('GET /v1/tts/usage')
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([])
})

test('a collector that refuses and one that is away disturb nobody', async () => {
  collector.refusals.push(500, 400, 503)
  for (let i = 0; i < 5; i++) expect((await call('/usage')).status).toBe(200)
  const away = await startServerProcess({
    DATA_DIR: await mkdtemp(join(tmpdir(), 'declaim-traced-')),
    AVATARS_FILE: TONE_AVATARS,
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  })
  const response = await fetch(`${away.url}/v1/tts/stream`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY },
    body: JSON.stringify({ speaker_id: 3, text: TEXT }),
  })
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  expect(await away.stop()).toBe(0)
}, 30_000)
