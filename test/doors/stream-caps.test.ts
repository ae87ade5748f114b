import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { setPlan } from '../../src/storage/records/plans.ts'
import { connect } from '../support/stream-input-client.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

// Every way to have speech streamed counts against the streams that the plan of an account allows.

const LONG = 'This sentence is one of a great many, and they go on and on. '.repeat(400)
const PATIENTLY = { timeout: 20_000 }

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '100000' })
  await setPlan(service.db, 'one-stream', { concurrentStreams: 1 })
  key = (await createApiKey(service.db, { name: 'x', account: 'one', plan: 'one-stream', now: 1 })).key
})
afterAll(() => service.close())

type Door = { readonly path: string; readonly body: object; readonly headers: () => Record<string, string> }
const ofElevenLabs = (path: string): Door => ({
  path: `/v1/text-to-speech/3${path}?output_format=pcm_16000`,
  body: { text: LONG },
  headers: () => ({ 'xi-api-key': key }),
})
const doors: readonly Door[] = [
  {
    path: '/v1/tts/stream',
    body: { speaker_id: 3, text: LONG, audio_configs: { file_format: 'pcm' } },
    headers: () => ({ 'x-api-key': key }),
  },
  {
    path: '/v1/audio/speech',
    body: { model: 'tts-1', voice: 'alloy', input: LONG.slice(0, 4000), response_format: 'pcm' },
    headers: () => ({ authorization: `Bearer ${key}` }),
  },
  ofElevenLabs(''),
  ofElevenLabs('/stream'),
  ofElevenLabs('/stream/with-timestamps'),
]

/** Answers that come as a whole, and count too. */
const whole: readonly Door[] = [
  { ...doors[0]!, path: '/v1/tts/word-timing', body: { speaker_id: 3, text: 'Hello' } },
  ofElevenLabs('/with-timestamps'),
]

function post({ path, body, headers }: Door, signal?: AbortSignal): Promise<Response> {
  return fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers() },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

const ALL_REFUSED = [...doors, ...whole].map(() => 429)

/** The status of each door while a stream is open, and whether a socket is accepted. */
async function statuses(): Promise<readonly number[]> {
  const answers = await Promise.all([...doors, ...whole].map((door) => post(door)))
  await Promise.all(answers.map((answer) => answer.bytes()))
  return answers.map(({ status }) => status)
}
const openSocket = () => connect(`${service.url}/v1/tts/stream-input`, { key })

describe.each(doors)('a stream by $path', (door) => {
  test('is the only one of an account that may have one, until its caller leaves', async () => {
    const leaving = new AbortController()
    // Kept, because the connection of an answer that nothing refers to is closed.
    const open: Response[] = []
    const ask = async (): Promise<number> => open[open.push(await post(door, leaving.signal)) - 1]!.status
    await expect.poll(ask, PATIENTLY).toBe(200)
    expect(await statuses()).toEqual(ALL_REFUSED)
    await expect(openSocket()).rejects.toThrow('429')
    expect(open.at(-1)!.bodyUsed).toBe(false)
    leaving.abort()
  })
})

test('a WebSocket is the only stream of an account that may have one, until it is closed', async () => {
  let socket = await openSocket().catch(() => undefined)
  while (socket === undefined) socket = await openSocket().catch(() => undefined)
  expect(await statuses()).toEqual(ALL_REFUSED)
  await expect(openSocket()).rejects.toThrow('429')
  await socket.end()
  const again = async () => {
    const answer = await post({ ...doors[0]!, body: { speaker_id: 3, text: 'Hello' } })
    await answer.bytes()
    return answer.status
  }
  await expect.poll(again, PATIENTLY).toBe(200)
})
