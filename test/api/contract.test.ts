import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { setAccountPlan } from '../../src/storage/records/accounts.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

// One test for each row of the public contract about errors, limits and headers. Details are tested beside it, by endpoint.

const SPEECH = { speaker_id: 3, text: 'Hello.' }
/** The limits of an installation without settings. */
const DEFAULTS = { REQUESTS_PER_SECOND: '', REQUEST_BURST: '', READS_PER_SECOND: '', READ_BURST: '' }
const LIMIT_HEADERS = [
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
  'x-quota-limit',
  'x-quota-remaining',
  'x-quota-reset',
] as const

let service: TestService
beforeAll(async () => {
  const terms = join(tmpdir(), `declaim-contract-${process.pid}.txt`)
  await writeFile(terms, 'forbidden phrase\n')
  service = await startTestService({ BLOCKED_TERMS_FILE: terms })
})
afterAll(() => service.close())

type Request = { readonly key?: string; readonly body?: unknown; readonly path?: string }

async function refusal({ key = TEST_KEY, body, path = '/stream' }: Request, at = service) {
  const response = await at.call(path, { headers: { 'x-api-key': key }, ...(body !== undefined && { body }) })
  const answer = (await response.json()) as { code: string; message: string }
  expect(Object.keys(answer).toSorted()).toEqual(['code', 'message'])
  expect(answer.message).toMatch(/^[A-Z]/)
  return [response.status, answer.code]
}

describe('errors are {message, code}', () => {
  let limited: TestService
  let exhausted: string
  beforeAll(async () => {
    limited = await startTestService()
    await setPlan(limited.db, 'slow', { requestsPerSecond: 1, requestBurst: 1 })
    const { key, record } = await createApiKey(limited.db, { name: 'x', account: 'slow', now: 1 })
    await setAccountPlan(limited.db, record.accountId, 'slow')
    exhausted = key
  })
  afterAll(() => limited.close())

  const NOT_JSON = '{"speaker_id": 3,'
  const rows: readonly (readonly [condition: string, status: number, code: string, request: Request])[] = [
    ['no key', 401, 'UNAUTHORIZED', { key: '', body: NOT_JSON }],
    ['a wrong key', 401, 'UNAUTHORIZED', { key: 'wrong', body: NOT_JSON }],
    ['a body that is not JSON', 400, 'MISSING_ARGUMENT', { body: NOT_JSON }],
    ['a body of another type', 400, 'MISSING_ARGUMENT', { body: [1] }],
    ['a body that is too large', 413, 'INVALID_TEXT', { body: { text: 'a'.repeat(9_000_000) } }],
    ['no speaker_id', 400, 'MISSING_ARGUMENT', { body: { text: 5 } }],
    ['no text', 400, 'MISSING_ARGUMENT', { body: { speaker_id: 'three' } }],
    ['a speaker_id of another form', 400, 'INVALID_SPEAKER_ID', { body: { speaker_id: 'three', text: '' } }],
    ['an unknown speaker_id', 400, 'INVALID_SPEAKER_ID', { body: { speaker_id: 999_999, text: '' } }],
    ['a text that is no string', 400, 'INVALID_TEXT_LENGTH_EXCEEDED', { body: { speaker_id: 3, text: 5 } }],
    ['an empty text', 400, 'INVALID_TEXT_LENGTH_EXCEEDED', { body: { speaker_id: 3, text: '' } }],
    [
      'a text that is too long with its markup',
      400,
      'INVALID_TEXT_LENGTH_EXCEEDED',
      { body: { speaker_id: 3, text: '<tempo value="1">'.repeat(59) } },
    ],
    ['nothing to speak', 400, 'INVALID_TEXT', { body: { speaker_id: 3, text: ' ... ' } }],
    ['what cannot be spoken', 400, 'INVALID_TEXT', { body: { speaker_id: 3, text: 'a \u0001 b' } }],
    [
      'malformed markup before moderation',
      400,
      'INVALID_TEXT',
      { body: { speaker_id: 3, text: 'forbidden phrase <tempo value="2">' } },
    ],
    ['a malformed respelling', 400, 'INVALID_TEXT', { body: { speaker_id: 3, text: 'a ::toh-MAy:: b' } }],
    ['moderation', 400, 'CONTENT_NOT_ALLOWED', { body: { speaker_id: 3, text: 'a forbidden phrase' } }],
    ['an unknown library', 404, 'NOT_FOUND', { body: { ...SPEECH, library_ids: ['none'] } }],
    ['an unknown clip', 404, 'NOT_FOUND', { path: '/clips/none' }],
  ]

  test.each(rows)('%s: %i %s', async (_, status, code, request) => {
    expect(await refusal(request)).toEqual([status, code])
  })

  test('a key that is revoked is answered like a wrong one, and the message says which of the three it is', async () => {
    const messageOf = async (key: string): Promise<string> => {
      const response = await service.call('/avatars', { headers: { 'x-api-key': key } })
      expect(response.status).toBe(401)
      return ((await response.json()) as { message: string }).message
    }
    const { key } = await createApiKey(service.db, { name: 'short', account: 'short', now: 1, expiresAt: 2 })
    expect([await messageOf(''), await messageOf('wrong'), await messageOf(key)]).toEqual([
      expect.stringContaining('No API key found'),
      expect.stringContaining('invalid or revoked'),
      expect.stringContaining('has expired'),
    ])
  })

  test('too many requests: 429 RATE_LIMITED with Retry-After, before the body is read', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => limited.call('/stream', { body: '{', headers: { 'x-api-key': exhausted } })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(10)
    expect(answers.filter(({ status }) => status === 400).length).toBe(20 - refused.length)
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await answer.json()).toMatchObject({ code: 'RATE_LIMITED' })
    }
  })

  test('the same Idempotency-Key with another body: 409 CONFLICT', async () => {
    const send = (text: string) =>
      service.call('/clips', { body: { speaker_id: 3, text }, headers: { 'idempotency-key': 'contract' } })
    const first = await send('One.')
    expect(await (await send('One.')).json()).toEqual(await first.json())
    const other = await send('Two.')
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'CONFLICT' }])
  })
})

describe('limits and headers', () => {
  test('are on every answer, whatever it is, with resets in epoch milliseconds', async () => {
    const calls: readonly (readonly [path: string, options: Parameters<TestService['call']>[1], status: number])[] = [
      ['/avatars', {}, 200],
      ['/stream', { body: SPEECH }, 200],
      ['/clips', { body: SPEECH }, 200],
      ['/word-timing', { body: SPEECH }, 200],
      ['/avatars', { headers: { 'x-api-key': 'wrong' } }, 401],
      ['/avatars', { headers: { 'x-api-key': '' } }, 401],
      ['/stream', { body: '{' }, 400],
      ['/stream', { body: { text: 'a'.repeat(9_000_000) } }, 413],
      ['/clips/none', {}, 404],
      ['/no-such-path', {}, 404],
      ['/stream', {}, 405],
    ]
    for (const [path, options, status] of calls) {
      const response = await service.call(path, options)
      await response.bytes()
      expect(response.status, path).toBe(status)
      const values = LIMIT_HEADERS.map((name) => response.headers.get(name) ?? 'missing')
      expect(values.join(' '), `${status} ${path}`).toMatch(/^(?:\d+ ){5}\d+$/)
      for (const reset of [values[2], values[5]]) {
        expect(Number(reset)).toBeGreaterThanOrEqual(Date.now() - 10_000)
        expect(Number(reset)).toBeLessThan(Date.now() + 32 * 86_400_000)
      }
    }
  })

  test('are 3 requests a second, 1,000 characters a request and a monthly allotment by default', async () => {
    const plain = await startTestService(DEFAULTS)
    try {
      const answers: Response[] = []
      const began = performance.now()
      while (answers.at(-1)?.status !== 429 && answers.length < 1000)
        answers.push(await plain.call('/input_validated', { body: SPEECH }))
      const seconds = (performance.now() - began) / 1000
      const limit = Number(answers[0]!.headers.get('x-rate-limit-limit'))
      const accepted = answers.length - 1
      expect(answers.at(-1)!.status).toBe(429)
      expect(accepted).toBeGreaterThanOrEqual(limit)
      expect(accepted).toBeLessThanOrEqual(limit + 3 * Math.ceil(seconds))
      expect(answers.at(-1)!.headers.get('x-rate-limit-remaining')).toBe('0')
      expect(answers.at(-1)!.headers.get('retry-after')).toBe('1')
      expect(answers[0]!.headers.get('ratelimit-policy')).toBe(`"requests";q=${limit};w=${Math.ceil(limit / 3)}`)
      const [reset, now] = [Number(answers[0]!.headers.get('x-quota-reset')), new Date()]
      expect(reset).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
      expect(Number(answers[0]!.headers.get('x-quota-limit'))).toBeGreaterThan(0)
    } finally {
      await plain.close()
    }
  })

  test('count 1,000 characters a request on the raw text', async () => {
    expect((await service.call('/input_validated', { body: { speaker_id: 3, text: 'a'.repeat(1000) } })).status).toBe(
      200,
    )
    const body = { speaker_id: 3, text: 'a'.repeat(1001) }
    expect(await refusal({ path: '/input_validated', body })).toEqual([400, 'INVALID_TEXT_LENGTH_EXCEEDED'])
  })

  test('are settings of a plan', async () => {
    await setPlan(service.db, 'tiny', {
      charactersPerText: 5,
      charactersPerMonth: 7,
      requestsPerSecond: 2,
      requestBurst: 40,
    })
    const { key, record } = await createApiKey(service.db, { name: 'x', account: 'tiny', now: 1 })
    await setAccountPlan(service.db, record.accountId, 'tiny')
    const send = (text: string) =>
      service.call('/stream', { body: { speaker_id: 3, text }, headers: { 'x-api-key': key } })
    expect((await send('Hello!')).status).toBe(400)
    const spoken = await send('Hello')
    expect(spoken.status).toBe(200)
    await spoken.bytes()
    expect(
      ['x-rate-limit-limit', 'x-quota-limit', 'x-quota-remaining'].map((name) => spoken.headers.get(name)),
    ).toEqual(['40', '7', '2'])
    const refused = await send('You')
    expect([refused.status, refused.headers.get('x-quota-remaining')]).toEqual([429, '2'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('are 100 clips a bulk request and 100 clips a combination', async () => {
    const bulk = (count: number) => ({ path: '/clips', body: Array.from({ length: count }, () => SPEECH) })
    expect(await refusal(bulk(101))).toEqual([400, 'MISSING_ARGUMENT'])
    expect(await refusal(bulk(0))).toEqual([400, 'MISSING_ARGUMENT'])
    const { clip_ids: ids } = await service.json<{ clip_ids: string[] }>('/clips', bulk(100))
    expect(new Set(ids).size).toBe(100)
    const first = ids[0]!
    await service.finished(first)
    const join = (count: number) => ({ clip_ids: Array.from({ length: count }, () => first) })
    expect(await refusal({ path: '/clips/combine', body: join(101) })).toEqual([400, 'MISSING_ARGUMENT'])
    const joined = await service.call('/clips/combine', { body: join(100) })
    expect([joined.status, joined.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
    expect((await joined.bytes()).length).toBeGreaterThan(1000)
  })

  test('are one week for a clip', async () => {
    let now = Date.now()
    const aging = await startTestService({}, () => now)
    try {
      const { clip_id: id } = await aging.json<{ clip_id: string }>('/clips', { body: SPEECH })
      const { url } = await aging.finished(id)
      const WEEK_MS = 7 * 86_400_000
      now += WEEK_MS - 60_000
      expect((await fetch(url)).status).toBe(200)
      now += 120_000
      expect((await fetch(url)).status).toBe(410)
    } finally {
      await aging.close()
    }
  })
})
