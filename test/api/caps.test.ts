import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { setAccountPlan } from '../../src/storage/records/accounts.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { refuseWrites } from '../support/refuse-writes.ts'
import { STORAGE, startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const LONG = 'This sentence is one of a great many, and they go on and on. '.repeat(400)
const stream = (text: string) => ({ speaker_id: 3, text, audio_configs: { file_format: 'pcm' } })

const PATIENTLY = { timeout: 20_000 }

/** A key of an account with a plan of its own. */
async function createPlanned(
  service: TestService,
  limits: Parameters<typeof setPlan>[2],
): Promise<Record<string, string>> {
  const name = `plan-${Math.random().toString(36).slice(2)}`
  await setPlan(service.db, name, limits)
  const { key, record } = await createApiKey(service.db, { name, account: name, now: 1 })
  await setAccountPlan(service.db, record.accountId, name)
  return { 'x-api-key': key }
}

describe('streams', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ MAX_TEXT_LENGTH: '100000', MAX_STREAMS: '3' })
  })
  afterAll(() => service.close())

  /** Begins a stream and reads nothing of it but its headers. */
  async function open(headers: Record<string, string>) {
    const leaving = new AbortController()
    const response = await service.call('/stream', { body: stream(LONG), headers, signal: leaving.signal })
    return { response, leave: () => leaving.abort() }
  }

  test('of an account are limited by its plan, and those of another are not counted', async () => {
    const headers = await createPlanned(service, { concurrentStreams: 2 })
    const first = [await open(headers), await open(headers)]
    expect(first.map(({ response }) => response.status)).toEqual([200, 200])
    const third = await service.call('/stream', { body: stream('Hello'), headers })
    expect([third.status, third.headers.get('retry-after'), await third.json()]).toMatchObject([
      429,
      '1',
      { code: 'RATE_LIMITED', message: expect.stringContaining('2 streams are under way') },
    ])
    // Streams of the other doors count like ours.
    const door = (path: string, body: object, asked: Record<string, string>) =>
      fetch(service.url + path, { method: 'POST', headers: asked, body: JSON.stringify(body) })
    const { 'x-api-key': key = '' } = headers
    const refused = [
      await door('/v1/text-to-speech/Linda', { text: 'Hello' }, { 'xi-api-key': key }),
      await door(
        '/v1/audio/speech',
        { voice: 'alloy', input: 'Hello', model: 'tts-1' },
        { authorization: `Bearer ${key}` },
      ),
    ]
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    expect((await service.call('/stream', { body: stream('Hello') })).status).toBe(200)
    first[0]!.leave()
    await expect
      .poll(async () => (await service.call('/stream', { body: stream('Hello'), headers })).status, PATIENTLY)
      .toBe(200)
    first[1]!.leave()
  })

  test('of a process are limited, and what is refused is answered at once and not charged', async () => {
    const headers = await createPlanned(service, {})
    const opened = [await open({}), await open({}), await open({})]
    const refused = await service.call('/stream', { body: stream('Hello'), headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await service.json('/usage', { headers })).toMatchObject({ characters: 0 })
    for (const { leave } of opened) leave()
    await expect
      .poll(async () => (await service.call('/stream', { body: stream('Hello'), headers })).status, PATIENTLY)
      .toBe(200)
  })
})

describe('clips that wait', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ LOG_LEVEL: 'silent', MAX_QUEUED_CLIPS: '5' })
    await refuseWrites(service.db, { on: 'update', table: 'clips', when: "new.status = 'COMPLETE'" })
  })
  afterAll(() => service.close())

  const bulk = (count: number) => Array.from({ length: count }, () => ({ speaker_id: 3, text: 'Hello' }))

  test('are limited by the plan of their account, all or none of a request, also when requests come at once', async () => {
    const headers = await createPlanned(service, { queuedClips: 3 })
    const refused = await service.call('/clips', { body: bulk(4), headers })
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
      429,
      '10',
      { code: 'RATE_LIMITED', message: expect.stringContaining('4 would be unfinished, and the plan allows 3') },
    ])
    expect(await service.json('/clips', { headers })).toEqual([])
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call('/clips', { body: bulk(1), headers })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429])
    expect(await service.json('/usage', { headers })).toMatchObject({ characters: 15 })
  })

  test('of all accounts are limited, while reads and streams go on', async () => {
    const statuses: number[] = []
    // The count is a second old at most.
    await expect
      .poll(async () => {
        statuses.push((await service.call('/clips', { body: bulk(1) })).status)
        return statuses.at(-1)
      }, PATIENTLY)
      .toBe(503)
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true)
    expect((await service.call('/clips')).status).toBe(200)
    expect((await service.call('/stream', { body: stream('Hello') })).status).toBe(200)
  })
})

test('combinations that become clips wait like other clips: their account and the service limit them', async () => {
  const service = await startTestService({ LOG_LEVEL: 'silent', MAX_QUEUED_CLIPS: '4' })
  await refuseWrites(service.db, {
    on: 'update',
    table: 'clips',
    when: "new.status = 'COMPLETE' and new.kind = 'combination'",
  })
  try {
    const prepare = async (limits: Parameters<typeof setPlan>[2]) => {
      const headers = await createPlanned(service, limits)
      const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body: stream('Hello'), headers })
      const status = async () => (await service.json<{ status: string }>(`/clips/${id}`, { headers })).status
      await expect.poll(status, PATIENTLY).toBe('COMPLETE')
      return (async: boolean) => service.call('/clips/combine', { body: { clip_ids: [id], async }, headers })
    }
    const [limited, free] = [await prepare({ queuedClips: 2 }), await prepare({})]
    const answers = await Promise.all(Array.from({ length: 5 }, () => limited(true)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429])
    expect((await limited(false)).status).toBe(200)
    // The count is a second old at most.
    await expect.poll(async () => (await free(true)).status, PATIENTLY).toBe(503)
    expect((await free(false)).status).toBe(200)
  } finally {
    await service.close()
  }
})

test.runIf(STORAGE === 'embedded')(
  'an event loop that is late refuses requests with the time to wait, and takes them again when it has caught up',
  async () => {
    const service = await startTestService({ MAX_EVENT_LOOP_DELAY_MS: '10' })
    try {
      let isBusy = true
      const block = (): void => {
        const until = performance.now() + 30
        while (performance.now() < until);
        if (isBusy) setImmediate(block)
      }
      block()
      await expect.poll(async () => (await service.call('/avatars')).status, PATIENTLY).toBe(503)
      const refused = await service.call('/avatars')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      for (const header of ['x-rate-limit-limit', 'x-quota-limit', 'ratelimit'])
        expect(refused.headers.has(header)).toBe(true)
      expect((await fetch(`${service.url}/health`)).status).toBe(200)
      isBusy = false
      await expect.poll(async () => (await service.call('/avatars')).status, PATIENTLY).toBe(200)
    } finally {
      await service.close()
    }
  },
)

test('connections of an account are limited, and a closed one makes room', async () => {
  const service = await startTestService({ CONNECTIONS_PER_ACCOUNT: '2' })
  const agents = Array.from({ length: 3 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const ask = async (agent: Agent): Promise<IncomingMessage> => {
    const sent = httpRequest(`${service.url}/v1/tts/avatars`, { agent, headers: { 'x-api-key': TEST_KEY } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response
  }
  try {
    const [first, second, third] = agents as [Agent, Agent, Agent]
    expect([(await ask(first)).statusCode, (await ask(second)).statusCode]).toEqual([200, 200])
    const refused = await ask(third)
    expect([refused.statusCode, refused.headers.connection, refused.headers['retry-after']]).toEqual([
      429,
      'close',
      '1',
    ])
    expect((await ask(first)).statusCode).toBe(200)
    second.destroy()
    await expect.poll(async () => (await ask(third)).statusCode, PATIENTLY).toBe(200)
  } finally {
    for (const agent of agents) agent.destroy()
    await service.close()
  }
})
