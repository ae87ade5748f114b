import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestKey } from '../support/create-test-key.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { dripBytes } from '../support/send-bytes.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ METRICS_ADDRESS: '127.0.0.1:0', REQUEST_TIMEOUT_SECONDS: '1' })
})
afterAll(() => service.close())

describe('a request whose body never ends', () => {
  /** Sends a head and the start of a body, and returns all that is answered until the server closes. */
  function askSlowly(key: string): Promise<string> {
    const head = `Host: test\r\nX-Api-Key: ${key}\r\nContent-Length: 1000`
    return dripBytes(service.url, `POST /v1/tts/stream HTTP/1.1\r\n${head}\r\n\r\n{"speaker_id"`, ' ')
  }

  test('is refused after a while, and its connection closed', async () => {
    expect(await askSlowly(TEST_KEY)).toMatch(/^HTTP\/1.1 408 .*it took longer than REQUEST_TIMEOUT_SECONDS to arrive/s)
  })

  test('is closed soon after it was answered with an error', async () => {
    expect(await askSlowly('wrong')).toMatch(/^HTTP\/1.1 401 .*invalid or revoked/s)
  })
})

test('a text that is too long as it is read out is refused', async () => {
  const answer = (text: string) => service.call('/stream', { body: { speaker_id: 3, text } })
  const refused = await answer('¼ '.repeat(500))
  expect([refused.status, await refused.json()]).toEqual([
    400,
    {
      code: 'INVALID_TEXT_LENGTH_EXCEEDED',
      message:
        'Cannot speak the text: as it is read out it has more than 5000 characters, which is what the plan allows',
    },
  ])
  const spoken = await answer('¼ '.repeat(400))
  expect(spoken.status).toBe(200)
  await spoken.bytes()
})

test("the limit of what is read out follows the text limit of the caller's plan", async () => {
  const { key } = await createTestKey(service.db, { name: 'long', account: 'owner', plan: 'owner', now: 1 })
  const body = { speaker_id: 3, text: '¼ '.repeat(500) }
  const accepted = await service.call('/input_validated', { body, headers: { 'x-api-key': key } })
  expect(accepted.status).toBe(200)
})

test('a combination of more than an hour of silence is refused', async () => {
  const combine = async (clips: number, pause_durations: unknown) => {
    const clip_ids = Array.from({ length: clips }, () => 'gone')
    const response = await service.call('/clips/combine', { body: { clip_ids, pause_durations } })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  expect(await combine(100, 600)).toEqual([
    400,
    'Cannot combine clips: the pauses are 59400 seconds in all; expected at most 3600',
  ])
  expect(await combine(7, 600)).toEqual([404, expect.stringContaining('Cannot find clip')])
})

test('an explanation is measured and not spoken if the engine can measure', async () => {
  const spoken = async () => (await readMetrics(service)).get('declaim_speech_seconds_total') ?? 0
  const before = await spoken()
  const text = 'The sailors were mending their nets, and the gulls circled over the harbour. They went home.'
  const explained = await service.json<{ duration_seconds: number }>('/explain', { body: { speaker_id: 3, text } })
  expect(await spoken()).toBe(before)
  await (await service.call('/stream', { body: { speaker_id: 3, text } })).bytes()
  expect((await spoken()) - before).toBeCloseTo(explained.duration_seconds, 9)
})
