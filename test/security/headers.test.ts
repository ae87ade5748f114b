import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { sendBytes } from '../support/send-bytes.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ PUBLIC_URL: 'https://speech.example.com' })
})
afterAll(() => service.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers })

describe('every answer has the security headers', () => {
  test.each([
    ['the list of voices', '/v1/tts/avatars', { 'x-api-key': TEST_KEY }, 200],
    ['an error', '/v1/tts/avatars', {}, 401],
    ['an unknown path', '/nowhere', {}, 404],
    ['a preview', '/audio/previews/3.mp3', {}, 200],
    ['a link that is not valid', '/audio/clips/a/1/b.mp3', {}, 404],
    ['the API document', '/openapi.json', {}, 200],
    ['the readiness', '/readyz', {}, 200],
    ['the health check', '/health', {}, 200],
    ['the Studio', '/', {}, 200],
    ['a session from outside the Studio', '/studio/session', {}, 401],
  ])('%s', async (_, path, headers, status) => {
    const answer = await get(path, headers)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      'cross-origin-resource-policy': path === '/' ? 'same-origin' : 'cross-origin',
      'cache-control': expect.stringMatching(path.startsWith('/audio/previews') ? /^private/ : /^no-(?:store|cache)$/),
    })
    expect(answer.headers.has('server')).toBe(false)
    expect(answer.headers.has('x-powered-by')).toBe(false)
    await answer.arrayBuffer()
  })

  test('an answer to what is no request cannot be taken for a page', async () => {
    expect(await sendBytes(service.url, 'GET / HTTP/9.9\r\n\r\n')).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/)
  })
})

test('browsers are not bound to HTTPS by a service without it', async () => {
  const plain = await startTestService()
  try {
    expect((await fetch(`${plain.url}/health`)).headers.has('strict-transport-security')).toBe(false)
  } finally {
    await plain.close()
  }
})

test("the policy of the Studio's page has no weakness that a policy checker knows", async () => {
  const policy = (await get('/')).headers.get('content-security-policy')!
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
  // 'self' is for the files of this service alone, none of which a caller can write.
  const serious = findings.filter(
    ({ severity, directive }) => severity <= Severity.MEDIUM && directive !== 'script-src',
  )
  expect(serious.map(({ directive, description }) => `${directive}: ${description}`)).toEqual([])
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/unsafe|\*|http:/)
})

describe('pages of other origins', () => {
  const PAGE = 'https://app.example.com'
  let listed: TestService
  let closed: TestService
  beforeAll(async () => {
    listed = await startTestService({ ALLOWED_ORIGINS: `${PAGE} http://localhost:3000` })
    closed = await startTestService({ ALLOWED_ORIGINS: 'none' })
  })
  afterAll(() => Promise.all([listed.close(), closed.close()]))

  const preflight = { origin: PAGE, 'access-control-request-method': 'POST', 'x-api-key': '' }
  const allowedBy = async (one: TestService, origin: string, path = '/v1/tts/avatars') => {
    const { headers } = await fetch(`${one.url}${path}`, { headers: { 'x-api-key': TEST_KEY, origin } })
    return [headers.get('access-control-allow-origin'), headers.get('vary')]
  }

  test.each(['/v1/tts/avatars', '/audio/previews/3.mp3', '/openapi.json'])(
    'may read %s if they are listed',
    async (path) => {
      expect(await allowedBy(listed, PAGE, path)).toEqual([PAGE, 'origin'])
      expect(await allowedBy(listed, 'http://localhost:3000', path)).toEqual(['http://localhost:3000', 'origin'])
    },
  )

  test.each(['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
    'of %s may not',
    async (origin) => {
      expect(await allowedBy(listed, origin)).toEqual([null, 'origin'])
      expect(await allowedBy(closed, origin)).toEqual([null, 'origin'])
    },
  )

  test('get leave before the key is asked for, only if they are listed', async () => {
    const ask = (one: TestService, headers: Record<string, string>) =>
      one.call('/stream', { method: 'OPTIONS', headers })
    expect((await ask(listed, preflight)).status).toBe(204)
    const stranger = await ask(listed, { ...preflight, origin: 'https://evil.example' })
    expect([stranger.status, stranger.headers.get('access-control-allow-methods')]).toEqual([401, null])
    expect((await ask(closed, preflight)).status).toBe(401)
  })

  test('never get the cookies of the Studio', async () => {
    for (const one of [service, listed]) {
      const answer = await one.call('/stream', { method: 'OPTIONS', headers: preflight })
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    }
  })
})

describe('the address of a caller', () => {
  test('is that of the connection, whatever X-Forwarded-For says', async () => {
    expect(await wrongKeys(service, 60)).toContain(429)
  })

  test('comes from X-Forwarded-For of a trusted proxy', async () => {
    const proxied = await startTestService({ TRUSTED_PROXIES: '127.0.0.0/8' })
    try {
      expect(await wrongKeys(proxied, 60)).toEqual(Array.from({ length: 60 }, () => 401))
    } finally {
      await proxied.close()
    }
  })

  test('may be anything that a trusted proxy passes on', async () => {
    const proxied = await startTestService({ TRUSTED_PROXIES: '127.0.0.0/8' })
    try {
      const { key } = await createApiKey(proxied.db, { name: 'x', now: 1, allowedAddresses: ['198.51.100.0/24'] })
      const ask = (address: string) =>
        proxied.call('/avatars', { headers: { 'x-api-key': key, 'x-forwarded-for': address } })
      for (const odd of [
        'unknown',
        '_hidden',
        '"[2001:db8::1]"',
        '198.51.100.7:4711',
        'fe80::1%eth0',
        "'; drop table",
      ]) {
        const refused = await ask(odd)
        expect([refused.status, await refused.json()], odd).toMatchObject([403, { code: 'FORBIDDEN' }])
      }
      for (const address of ['198.51.100.7', '::ffff:198.51.100.7']) expect((await ask(address)).status).toBe(200)
    } finally {
      await proxied.close()
    }
  })

  /** Each wrong key says that it comes from another address. */
  async function wrongKeys(one: TestService, count: number): Promise<readonly number[]> {
    const statuses: number[] = []
    for (let i = 0; i < count; i++) {
      const headers = { 'x-api-key': 'wrong', 'x-forwarded-for': `198.51.100.${i}` }
      statuses.push((await one.call('/avatars', { headers })).status)
    }
    return statuses
  }
})
