import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { attack, listAttacks, prepareAttacks, type Victim } from '../support/attacks.ts'
import { sendBytes } from '../support/send-bytes.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let victim: Victim
beforeAll(async () => {
  service = await startTestService()
  const { key } = await createApiKey(service.db, { name: 'attacker', account: 'attacker', now: 1 })
  victim = await prepareAttacks(
    key,
    async (path, body) => await service.json(path, { body, headers: { 'x-api-key': key } }),
  )
})
afterAll(() => service.close())

test('requests that would cost far more than they do are refused with short messages that name the limit', async () => {
  const wrong: unknown[] = []
  for (const one of listAttacks(victim)) {
    const answer = await attack(service.url, one)
    const body = await answer.text()
    const { message, error } = JSON.parse(body) as { message?: string; error?: { message: string } }
    const said = message ?? error?.message ?? ''
    if (answer.status === one.status && one.message.test(said) && body.length < 500) continue
    wrong.push({ name: one.name, status: answer.status, body: body.slice(0, 500) })
  }
  expect(wrong).toEqual([])
})

const HEAD = 'Host: test\r\nX-Declaim-Studio: 1\r\n'

test('a body without an end is refused as soon as it is too large', async () => {
  const bytes = `POST /studio/session HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\n[\r\n'.repeat(2000)}`
  expect(await sendBytes(service.url, bytes)).toMatch(/^HTTP\/1.1 413 /)
})

test('a compressed body is inflated no further than its limit: damage behind it is never met', async () => {
  const bomb = gzipSync(Buffer.alloc(500_000))
  bomb.fill(0xff, bomb.length / 2)
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /studio/session HTTP/1.1\r\n${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
  )
  socket.write(bomb)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(bomb.length).toBeLessThan(1024)
  expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})

test('a sign-in with as many bytes as one needs is read', async () => {
  const answer = await fetch(`${service.url}/studio/session`, {
    method: 'POST',
    headers: { 'x-declaim-studio': '1' },
    body: JSON.stringify({ code: 'x'.repeat(200), key: 'y'.repeat(500) }),
  })
  expect(answer.status).toBe(401)
})

test('a request with all that a plan allows is read: escaped texts, and details in each', async () => {
  const text = '\\u0041 '.repeat(500)
  const metadata = `{"numbers":[${'1,'.repeat(500)}1]}`
  const clip = `{"speaker_id":3,"text":"${text}","label":"${'l'.repeat(200)}","metadata":${metadata},"title":"${'t'.repeat(200)}"}`
  const headers = { 'x-api-key': victim.key }
  const answer = await service.call('/clips', { body: `[${Array(90).fill(clip).join(',')}]`, headers })
  expect([answer.status, (await answer.text()).length > 3000]).toEqual([200, true])
})
