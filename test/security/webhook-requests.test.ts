import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Resolve } from '../../src/jobs/webhooks/public-address.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// A caller may make the service send requests, but only to the public internet. Nothing may ever reach the trap.

type Trap = { readonly port: number; readonly connections: () => number; close(): Promise<void> }

/** Something on this machine that nobody may reach: it listens on every address and counts connections. */
async function startTrap(): Promise<Trap> {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.destroy()
  })
  server.listen(0, '::')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** A name server in the hands of an attacker: each name has a list of answers, and the last one stays. */
const answers = new Map<string, (readonly string[])[]>()
const asked: string[] = []
const resolve: Resolve = async (host) => {
  asked.push(host)
  const left = answers.get(host)
  if (left === undefined) return (await import('../../src/jobs/webhooks/public-address.ts')).resolveHost(host)
  return left.length > 1 ? left.shift()! : left[0]!
}

let trap: Trap
let service: TestService
beforeAll(async () => {
  trap = await startTrap()
  service = await startTestService({}, undefined, undefined, resolve)
})
afterAll(async () => {
  await service.close()
  await trap.close()
})
beforeEach(() => {
  answers.clear()
  asked.length = 0
})

type Delivery = {
  readonly status: string
  readonly attempts: readonly { status: number | null; error: string | null }[]
}

async function firstAttempt(at: TestService, id: string): Promise<Delivery['attempts'][number]> {
  for (;;) {
    const { deliveries } = await at.json<{ deliveries: Delivery[] }>(`/webhooks/${id}/deliveries`)
    const [attempt] = deliveries[0]?.attempts ?? []
    if (attempt !== undefined) return attempt
  }
}

/** A webhook of a public name. */
async function register(at = service, url = `http://hook.example:${trap.port}/`): Promise<string> {
  return (await at.json<{ id: string }>('/webhooks', { body: { url } })).id
}

describe('a URL of this machine or its network is refused, at registration and as a change', () => {
  const hosts: readonly (readonly [kind: string, host: string])[] = [
    ['loopback', '127.0.0.1'],
    ['loopback', 'localhost'],
    ['loopback with a dot', 'localhost.'],
    ['all addresses', '0.0.0.0'],
    ['decimal', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['octal with zeros', '00000177.0.0.1'],
    ['hexadecimal', '0x7f.0.0.1'],
    ['hexadecimal in one', '0x7f000001'],
    ['short', '127.1'],
    ['zero', '0'],
    ['full-width digits', '１２７.０.０.１'],
    ['ideographic full stop', '127。0。0。1'],
    ['percent-encoded', '%31%32%37.0.0.1'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['carrier', '100.64.0.1'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata in decimal', '2852039166'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 unspecified', '[::]'],
    ['IPv6 mapped', '[::ffff:127.0.0.1]'],
    ['IPv6 mapped in hexadecimal', '[::ffff:7f00:1]'],
    ['IPv6 compatible', '[::127.0.0.1]'],
    ['NAT64', '[64:ff9b::7f00:1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['IPv6 link-local', '[fe80::1]'],
    ['IPv6 unique-local', '[fd00:ec2::254]'],
  ]
  let id: string
  beforeAll(async () => {
    answers.set('hook.example', [['93.184.215.14']])
    id = await register()
  })

  test.each(hosts)('%s: %s', async (_, host) => {
    const url = `http://${host}:${trap.port}/hook`
    for (const response of [
      await service.call('/webhooks', { body: { url } }),
      await service.call(`/webhooks/${id}`, { method: 'PATCH', body: { url } }),
    ]) {
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'MISSING_ARGUMENT', message: expect.stringMatching(/^Cannot use this webhook URL: /) },
      ])
    }
  })

  test('and nothing of it is kept', async () => {
    const { webhooks } = await service.json<{ webhooks: { url: string }[] }>('/webhooks')
    expect(webhooks.map(({ url }) => url)).toEqual([`http://hook.example:${trap.port}/`])
    await service.json(`/webhooks/${id}`, { method: 'DELETE' })
  })

  test.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    '//127.0.0.1/',
    'unix:/run/docker.sock',
  ])('another scheme: %s', async (url) => expect((await service.call('/webhooks', { body: { url } })).status).toBe(400))

  test.each([
    ['a private address', [['10.0.0.1']]],
    ['a public and a private address', [['93.184.215.14', '127.0.0.1']]],
    ['a mapped address', [['::ffff:127.0.0.1']]],
    ['what is no address', [['127.1']]],
    ['no address', [[]]],
  ])('a name that has %s', async (_, addresses) => {
    answers.set('evil.example', addresses)
    const response = await service.call('/webhooks', { body: { url: `http://evil.example:${trap.port}/` } })
    expect(response.status).toBe(400)
  })
})

describe('a name that means something else when the webhook is sent', () => {
  test.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a mapped address', ['::ffff:7f00:1']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
  ])('reaches nothing: %s', async (_, later) => {
    answers.set('hook.example', [['93.184.215.14'], later])
    const id = await register()
    await service.json(`/webhooks/${id}/test`, { method: 'POST' })
    expect(await firstAttempt(service, id)).toMatchObject({
      status: null,
      error: 'hook.example has no address of the public internet',
    })
    // Once to register, once to send: what was checked is what a socket would have been opened to.
    expect(asked.filter((host) => host === 'hook.example')).toHaveLength(2)
    await service.json(`/webhooks/${id}`, { method: 'DELETE' })
  })
})

describe('an endpoint that may be called', () => {
  let open: TestService
  let location = ''
  let status = 302
  let received = 0
  const receiver = createHttpServer((request, response) => {
    received += 1
    request.resume()
    response.writeHead(status, { location }).end()
  })
  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    open = await startTestService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' }, undefined, undefined, resolve)
  })
  afterAll(async () => {
    await open.close()
    receiver.closeAllConnections()
    receiver.close()
  })
  const port = () => (receiver.address() as AddressInfo).port

  test.each([301, 302, 303, 307, 308])('cannot send it elsewhere with %i', async (code) => {
    ;[status, location] = [code, `http://127.0.0.1:${trap.port}/latest/meta-data/`]
    const id = await register(open, `http://127.0.0.1:${port()}/`)
    const before = received
    await open.json(`/webhooks/${id}/test`, { method: 'POST' })
    expect(await firstAttempt(open, id)).toMatchObject({
      status: code,
      error: `answered ${code}: redirects are not followed`,
    })
    expect(received).toBe(before + 1)
    await open.json(`/webhooks/${id}`, { method: 'DELETE' })
  })

  test('is reached at the very address that was checked, whatever its name means a moment later', async () => {
    status = 200
    answers.set('hook.example', [['127.0.0.1'], ['127.0.0.1'], ['192.0.2.1']])
    const id = await register(open, `http://hook.example:${port()}/`)
    const before = received
    await open.json(`/webhooks/${id}/test`, { method: 'POST' })
    expect(await firstAttempt(open, id)).toMatchObject({ status: 200, error: null })
    expect(received).toBe(before + 1)
    expect(asked).toEqual(['hook.example', 'hook.example'])
  })
})

test('nothing has reached the trap', () => {
  expect(trap.connections()).toBe(0)
})
