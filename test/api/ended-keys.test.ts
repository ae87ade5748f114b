import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { changeAccount } from '../../src/accounts/management/manage-accounts.ts'
import { revokeKey, rotateKey } from '../../src/accounts/management/manage-keys.ts'
import { endAccountSession, listAccountSessions } from '../../src/accounts/management/manage-sessions.ts'
import { SCOPES, SESSION_SCOPES } from '../../src/accounts/scopes.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
/** Far ahead of the real time, so that a key can expire at a known moment. */
let now = Date.now() + 3_600_000
beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '100000', LOG_LEVEL: 'silent' }, () => now)
})
afterAll(() => service.close())

const by = () => ({ actor: { kind: 'operator', name: 'tester' }, now }) as const
const LONG = 'One two three four five six seven eight nine ten. '.repeat(1000)

type Caller = { readonly key: string; readonly keyId: string; readonly accountId: string }

let count = 0
async function createCaller(rules: { readonly expiresAt?: number } = {}): Promise<Caller> {
  const { key, record } = await createApiKey(service.db, { name: 'k', account: `ended ${count++}`, now, ...rules })
  return { key, keyId: record.id, accountId: record.accountId }
}

/** An open connection: resolves, with how it ended, when it is over. */
type Open = { readonly ended: Promise<string> }

const WAYS: Readonly<Record<string, (caller: Caller) => Promise<Open>>> = {
  'a stream of events': async ({ key }) => await read('/events', { headers: { 'x-api-key': key } }),
  'a stream of speech': async ({ key }) =>
    await read('/stream', {
      headers: { 'x-api-key': key },
      body: { speaker_id: 3, text: LONG, audio_configs: { file_format: 'wav' } },
    }),
  'a combination': async ({ key }) => {
    const headers = { 'x-api-key': key }
    const body = { speaker_id: 3, text: 'Hi.', audio_configs: { file_format: 'wav', sample_rate: 48_000 } }
    const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { headers, body })
    await expect
      .poll(async () => (await service.json(`/clips/${id}`, { headers })).status, { timeout: 20_000 })
      .toBe('COMPLETE')
    return await read('/clips/combine', { headers, body: { clip_ids: [id, id, id], pause_durations: 600 } })
  },
  'a silent WebSocket': async ({ key }) => await openSocket('/v1/tts/stream-input', { 'x-api-key': key }, []),
  'a WebSocket that speaks': async ({ key }) =>
    await openSocket('/v1/tts/stream-input', { 'x-api-key': key }, [
      { type: 'start', speaker_id: 3 },
      { type: 'text', text: LONG.slice(0, 50_000) },
      { type: 'flush' },
    ]),
  "a WebSocket of ElevenLabs' clients": async ({ key }) =>
    await openSocket('/v1/text-to-speech/3/stream-input', { 'xi-api-key': key }, [
      { text: ' ' },
      { text: 'Hello there. ', flush: true },
    ]),
}

/** Reads no faster than it must: a reader that takes everything at once would have all before the key ends. */
async function read(path: string, options: Parameters<TestService['call']>[1]): Promise<Open> {
  const answer = await service.call(path, options)
  expect(answer.status).toBe(200)
  const reader = answer.body!.getReader()
  await reader.read()
  const ended = (async () => {
    for (;;) {
      const { done } = await reader.read()
      if (done) return 'whole'
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })().catch(() => 'cut off')
  return { ended }
}

async function openSocket(path: string, headers: Record<string, string>, messages: readonly object[]): Promise<Open> {
  const socket = new WebSocket(service.url.replace('http', 'ws') + path, { headers })
  onTestFinished(() => socket.terminate())
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const first = new Promise((resolve) => socket.once('message', resolve))
  for (const message of messages) socket.send(JSON.stringify(message))
  if (messages.length > 0) await first
  return { ended: new Promise((resolve) => socket.once('close', (code) => resolve(String(code)))) }
}

const ENDS: Readonly<Record<string, (caller: Caller) => Promise<unknown>>> = {
  'is revoked': ({ keyId }) => revokeKey(service.db, { keyId }, by()),
  'is replaced without overlap': ({ keyId }) => rotateKey(service.db, { keyId, overlapMs: 0 }, by()),
  expires: async () => {
    now += 60_000
  },
  'has a suspended account': ({ accountId }) => changeAccount(service.db, accountId, { status: 'suspended' }, by()),
}

describe.each(Object.entries(WAYS))('%s', (_, open) => {
  test.each(Object.entries(ENDS))('ends once its key %s', async (name, end) => {
    const caller = await createCaller(name === 'expires' ? { expiresAt: now + 60_000 } : {})
    const other = await createCaller()
    const [connection, foreign] = [await open(caller), await open(other)]
    let isOver = false
    void foreign.ended.then(() => {
      isOver = true
    })
    await end(caller)
    expect(await connection.ended).toMatch(/^(?:cut off|1006|1008)$/)
    expect(isOver).toBe(false)
    await revokeKey(service.db, { keyId: other.keyId }, by())
    await foreign.ended
  })
})

test('a stream of events in the Studio ends with its session', async () => {
  const { key, accountId } = await createCaller()
  const studio = { 'x-declaim-studio': '1', 'content-type': 'application/json' }
  const answer = await fetch(`${service.url}/studio/session`, {
    method: 'POST',
    headers: studio,
    body: JSON.stringify({ key }),
  })
  const { 'x-declaim-studio': header } = studio
  const headers = { 'x-declaim-studio': header, cookie: answer.headers.get('set-cookie')! }
  const events = await fetch(`${service.url}/v1/tts/events`, { headers })
  expect(events.status).toBe(200)
  const [session] = await listAccountSessions(service.db, accountId, now)
  const ended = { accountId, sessionId: session!.id, scopes: SESSION_SCOPES, ownSessionId: undefined }
  await endAccountSession(service.db, ended, by())
  await expect(events.text()).rejects.toThrow('terminated')
})

test('a connection goes on through changes of other keys and accounts', async () => {
  const caller = await createCaller()
  const { ended } = await WAYS['a stream of events']!(caller)
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  for (let i = 0; i < 3; i++) {
    const other = await createCaller()
    const { ended: otherEnded } = await WAYS['a stream of events']!(other)
    await revokeKey(service.db, { keyId: other.keyId }, by())
    await otherEnded
  }
  expect(isOver).toBe(false)
  await revokeKey(service.db, { keyId: caller.keyId }, by())
  await ended
})

test('a link to a clip of a suspended account is refused until the account is active again', async () => {
  const { key, accountId } = await createCaller()
  const headers = { 'x-api-key': key }
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', {
    headers,
    body: { speaker_id: 3, text: 'Hello.' },
  })
  const clip = async () => await service.json<{ status: string; url: string }>(`/clips/${clip_id}`, { headers })
  await expect.poll(async () => (await clip()).status, { timeout: 20_000 }).toBe('COMPLETE')
  const { url } = await clip()
  const status = async () => {
    const answer = await fetch(url)
    await answer.bytes()
    return answer.status
  }
  expect(await status()).toBe(200)
  await changeAccount(service.db, accountId, { status: 'suspended' }, by())
  expect(await status()).toBe(403)
  await changeAccount(service.db, accountId, { status: 'active' }, by())
  expect(await status()).toBe(200)
})

test('a key can revoke itself, and gets the answer', async () => {
  const { key, record } = await createApiKey(service.db, { name: 'own', account: 'own', scopes: SCOPES, now })
  const headers = { 'x-api-key': key }
  const answer = await service.call(`/keys/${record.id}`, { method: 'DELETE', headers })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ status: 'revoked' })
})
