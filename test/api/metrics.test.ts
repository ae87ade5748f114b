import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { connect } from '../support/stream-input-client.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    METRICS_ADDRESS: '127.0.0.1:0',
    SEGMENT_CACHE_MB: '16',
    MAX_TEXT_LENGTH: '1000000',
  })
})
afterAll(() => service.close())

/** The increase of each metric while `work` goes on. */
async function increaseOf(work: () => Promise<unknown>): Promise<(name: string) => number> {
  const before = await readMetrics(service)
  await work()
  const after = await readMetrics(service)
  return (name) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
}

const stream = async (text: string) => {
  const response = await service.call('/stream', {
    body: { speaker_id: 3, text, audio_configs: { file_format: 'pcm' } },
  })
  return Buffer.from(await response.arrayBuffer())
}

test('GET /health needs no key', async () => {
  const response = await fetch(`${service.url}/health`)
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
})

test('GET /metrics needs no key, and every line is in the text format of Prometheus', async () => {
  await stream('Hello')
  const response = await fetch(`${service.operationsUrl}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  const described = new Set<string>()
  for (const line of lines) {
    const [, name] = /^# (?:HELP|TYPE) (\w+) ./.exec(line) ?? []
    if (name !== undefined) {
      described.add(name)
      continue
    }
    expect(line).toMatch(/^[a-z][a-z\d_]*(?:\{(?:[a-z]+="[^"\\]*",?)+\})? (?:[\d.e+-]+|NaN)$/)
    const metric = /^\w+/.exec(line)![0]
    expect(described).toContain(described.has(metric) ? metric : metric.replace(/_(?:bucket|sum|count)$/, ''))
  }
  expect(described.size).toBeGreaterThan(20)
})

test('tells what a stream was', async () => {
  const text = 'Never said before.'
  const increase = await increaseOf(async () => {
    for (const _ of [1, 2]) expect((await stream(text)).length).toBeGreaterThan(0)
  })
  const seconds = (await stream(text)).length / 2 / 16_000
  expect(increase('declaim_requests_total{route="/v1/tts/stream",method="POST",status="200"}')).toBe(2)
  expect(increase('declaim_request_duration_seconds_count{route="/v1/tts/stream",method="POST"}')).toBe(2)
  expect(increase('declaim_stream_first_audio_seconds_count')).toBe(2)
  expect(increase('declaim_characters_total')).toBe(2 * text.length)
  expect(increase('declaim_speech_seconds_total')).toBeCloseTo(2 * seconds, 6)
  expect(increase('declaim_segment_cache_lookups_total{outcome="miss"}')).toBe(1)
  expect(increase('declaim_segment_cache_lookups_total{outcome="hit"}')).toBe(1)
})

test('tells how full the cache is', async () => {
  // What was spoken is written in the background.
  let metrics = await readMetrics(service)
  const missed = () => metrics.get('declaim_segment_cache_lookups_total{outcome="miss"}') ?? 0
  while (metrics.get('declaim_segment_cache_entries') !== missed()) metrics = await readMetrics(service)
  expect(missed()).toBeGreaterThan(0)
  expect(metrics.get('declaim_segment_cache_bytes')).toBeGreaterThanOrEqual(4096 * missed())
  expect(metrics.get('declaim_segment_cache_limit_bytes')).toBe(16 << 20)
})

test('tells how clips ended and that none is left', async () => {
  const increase = await increaseOf(async () => {
    const body = [1, 2, 3].map((number) => ({ speaker_id: 3, text: `Clip ${number}` }))
    const { clip_ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
    for (const id of clip_ids) await service.finished(id)
    while ((await readMetrics(service)).get('declaim_clips_unfinished') !== 0) await sleep(5)
  })
  expect(increase('declaim_clips_ended_total{outcome="complete"}')).toBe(3)
  expect(increase('declaim_clips_ended_total{outcome="failed"}')).toBe(0)
})

test('a stream is under way until its caller leaves, who is counted as such', async () => {
  const metric = 'declaim_requests_total{route="/v1/tts/stream",method="POST",status="499"}'
  const before = (await readMetrics(service)).get(metric) ?? 0
  const leaving = new AbortController()
  const body = {
    speaker_id: 3,
    text: 'On and on it goes, and on. '.repeat(4000),
    audio_configs: { file_format: 'wav' },
  }
  const response = await service.call('/stream', { body, signal: leaving.signal })
  await response.body!.getReader().read()
  expect((await readMetrics(service)).get('declaim_streams_under_way')).toBe(1)
  leaving.abort()
  while ((await readMetrics(service)).get('declaim_streams_under_way') !== 0) await sleep(5)
  while ((await readMetrics(service)).get(metric) !== before + 1) await sleep(5)
})

test('promtool finds nothing to complain about', async () => {
  await stream('Hello')
  const input = await (await fetch(`${service.operationsUrl}/metrics`)).text()
  expect(execFileSync('promtool', ['check', 'metrics'], { input, stdio: ['pipe', 'pipe', 'pipe'] }).toString()).toBe('')
})

test('names no caller: routes are patterns, and what has none is one', async () => {
  const secrets = ['c0ffee00-1234', 'Sesame', 'open-the-door']
  await service.call(`/clips/${secrets[0]}`)
  await service.call('/stream', { body: { speaker_id: 3, text: secrets[1] } })
  await service.call('/avatars', { headers: { 'x-api-key': secrets[2]! } })
  await fetch(`${service.url}/audio/clips/${secrets[0]}/1/${secrets[0]}.mp3`)
  await fetch(`${service.url}/${secrets[0]}?text=${secrets[1]}`)
  const text = await (await fetch(`${service.operationsUrl}/metrics`)).text()
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).toContain('route="/v1/tts/clips/:clip_id",method="GET",status="404"')
  expect(text).toContain('route="/v1/tts/avatars",method="GET",status="401"')
  expect(text).toContain('route="/audio/clips/:clip_id/:expires/:file",method="GET",status="404"')
  expect(text).toContain('route="none",method="GET",status="404"')
})

test('tells how the process is', async () => {
  const metrics = await readMetrics(service)
  const value = (name: string): number => metrics.get(name) ?? Number.NaN
  expect(value('declaim_render_threads{state="busy"}') + value('declaim_render_threads{state="idle"}')).toBe(2)
  expect(value('declaim_segments_waiting')).toBe(0)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(10 << 20)
  expect(value('process_cpu_seconds_total')).toBeGreaterThan(0.1)
  expect(Math.abs(value('process_start_time_seconds') - Date.now() / 1000)).toBeLessThan(24 * 3600)
  for (const share of ['p50', 'p99']) {
    expect(value(`nodejs_eventloop_lag_${share}_seconds`)).toBeGreaterThanOrEqual(0)
  }
})

test('what a service speaks before it listens is not counted', async () => {
  const warmed = await startTestService({ METRICS_ADDRESS: '127.0.0.1:0', WARM_UP_MS: '200', SEGMENT_CACHE_MB: '16' })
  try {
    const metrics = await readMetrics(warmed)
    const counted = [...metrics].filter(([name]) =>
      /speech_seconds|cache_(?:lookups|bytes)|first_audio.*count|streams/.test(name),
    )
    expect(counted.length).toBeGreaterThan(3)
    expect(counted.filter(([, value]) => value !== 0)).toEqual([])
  } finally {
    await warmed.close()
  }
})

test('tells why requests are refused that are not wrong, and of others only their status', async () => {
  const rules = { scopes: ['synthesize'], charactersPerMonth: 10 } as const
  const { key } = await createApiKey(service.db, { name: 'small', account: 'default', now: Date.now(), ...rules })
  const increase = await increaseOf(async () => {
    const headers = { 'x-api-key': key }
    const spoken = await service.call('/stream', {
      body: { speaker_id: 3, text: 'Longer than ten characters.' },
      headers,
    })
    expect(spoken.status).toBe(429)
    expect((await service.call('/stream', { body: { speaker_id: 3, text: '' } })).status).toBe(400)
  })
  expect(increase('declaim_refusals_total{reason="quota"}')).toBe(1)
  for (const reason of ['rate', 'connections', 'queue', 'storage', 'listeners', 'overload', 'guesses'])
    expect(increase(`declaim_refusals_total{reason="${reason}"}`)).toBe(0)
})

test('tells of refusals inside WebSockets too', async () => {
  const rules = { scopes: ['synthesize'], charactersPerMonth: 10 } as const
  const { key } = await createApiKey(service.db, {
    name: 'small socket',
    account: 'default',
    now: Date.now(),
    ...rules,
  })
  const increase = await increaseOf(async () => {
    const own = await connect(`${service.url}/v1/tts/stream-input`, { key })
    own.send({ type: 'start', speaker_id: 3 })
    own.send({ type: 'text', text: 'Longer than ten characters.' })
    own.send({ type: 'end' })
    expect((await own.event('error')).code).toBe('RATE_LIMITED')
    await own.end()
    const other = await connect(`${service.url}/v1/text-to-speech/3/stream-input?xi_api_key=${key}`, {})
    other.send({ text: 'Longer than ten characters. ' })
    other.send({ text: '' })
    expect((await other.closed).code).not.toBe(1000)
    expect(other.items).toMatchObject([{ error: 'quota_exceeded' }])
  })
  expect(increase('declaim_refusals_total{reason="quota"}')).toBe(2)
})

test('tells how long the storage takes, and what waits in it', async () => {
  const increase = await increaseOf(async () => {
    const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'Kept.' } })
    await service.finished(clip_id)
  })
  expect(increase('declaim_storage_duration_seconds_count{store="database",operation="insert"}')).toBeGreaterThan(1)
  expect(increase('declaim_storage_duration_seconds_count{store="database",operation="select"}')).toBeGreaterThan(1)
  expect(increase('declaim_storage_duration_seconds_count{store="audio",operation="put"}')).toBe(2)
  expect(increase('declaim_clips_ended_total{outcome="complete"}')).toBe(1)
  const metrics = await readMetrics(service)
  expect(metrics.get('declaim_clips_oldest_waiting_seconds')).toBe(0)
  expect(metrics.get('declaim_webhook_deliveries_pending')).toBe(0)
})
