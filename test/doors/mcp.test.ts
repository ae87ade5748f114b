import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { decodeMp3 } from '../support/decode-audio.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await startTestService()
  client = await connect(TEST_KEY)
})
afterAll(async () => {
  await client.close()
  await service.close()
})

/** The SDK's own client, connected as assistants connect to a server elsewhere. */
async function connect(key: string, to = service): Promise<Client> {
  const one = new Client({ name: 'test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await one.connect(new StreamableHTTPClientTransport(new URL(`${to.url}/mcp`), { requestInit }) as never)
  return one
}

type Content = { readonly type: string; readonly text: string; readonly data: string; readonly mimeType: string }
type Result = {
  readonly isError?: boolean
  readonly content: readonly [Content]
  readonly structuredContent?: unknown
}

async function callTool(name: string, args: object = {}, from = client): Promise<Result> {
  return (await from.callTool({ name, arguments: args as Record<string, unknown> })) as unknown as Result
}

async function ask<Answer>(name: string, args: object = {}): Promise<Answer> {
  const { isError, content, structuredContent } = await callTool(name, args)
  expect(isError, content[0].text).not.toBe(true)
  expect(JSON.parse(content[0].text)).toEqual(structuredContent)
  return JSON.parse(content[0].text) as Answer
}

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TEST_KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('tools over HTTP', () => {
  test('describe themselves, and name no files', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'combine_clips',
      'explain',
      'fix_pronunciation',
      'list_avatars',
      'make_clips',
      'speak',
      'suggest_pronunciations',
    ])
    for (const { name, inputSchema, outputSchema, annotations } of tools) {
      expect(JSON.stringify(inputSchema), name).not.toMatch(/"(?:file|folder)"/)
      // Audio is no structure.
      expect(outputSchema === undefined, name).toBe(name === 'speak')
      expect(annotations, name).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false })
      expect(annotations?.readOnlyHint === true || typeof annotations?.destructiveHint === 'boolean', name).toBe(true)
    }
  })

  test('speak answers the audio that /stream sends', async () => {
    const { content } = await callTool('speak', { text: 'Five and six.', voice: '3' })
    expect(content[0]).toMatchObject({ type: 'audio', mimeType: 'audio/mpeg' })
    const body = { speaker_id: 3, text: 'Five and six.' }
    const streamed = Buffer.from(await (await service.call('/stream', { body })).arrayBuffer())
    const spoken = await decodeMp3(Buffer.from(content[0].data, 'base64'))
    expect(spoken.length).toBeGreaterThan(0)
    expect(spoken).toEqual(await decodeMp3(streamed))
  })

  test('clips are made and combined, and their links play', async () => {
    const { clips } = await ask<{ clips: { id: string; status: string; url: string }[] }>('make_clips', {
      texts: ['One.', 'Two.'],
    })
    expect(clips.map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE'])
    const clip_ids = clips.map(({ id }) => id)
    const combined = await ask<{ url: string }>('combine_clips', { clip_ids, pause_seconds: 1, format: 'wav' })
    const lengths = await Promise.all(
      [...clips, combined].map(async ({ url }) => {
        const answer = await fetch(url)
        expect(answer.status).toBe(200)
        return (await answer.arrayBuffer()).byteLength
      }),
    )
    expect(lengths.every((length) => length > 100)).toBe(true)
  })

  test('a pronunciation that is fixed is heard in the next text', async () => {
    const before = await callTool('speak', { text: 'Ask SQL.' })
    await ask('fix_pronunciation', { word: 'SQL', words: 'sequel' })
    const after = await callTool('speak', { text: 'Ask SQL.' })
    expect(after.content[0].data).not.toBe(before.content[0].data)
    expect(await ask('list_avatars', { gender: 'female' })).toMatchObject({ avatars: expect.any(Array) })
    expect(await ask('suggest_pronunciations', { word: 'data' })).toMatchObject({ respellings: expect.any(Array) })
    expect(await ask('explain', { text: 'Ask SQL.' })).toMatchObject({ words: expect.any(Array) })
  })
})

describe('limits and checks are those of the API', () => {
  test('calls of tools are no connections of the account, however many there are', async () => {
    const small = await startTestService({ CONNECTIONS_PER_ACCOUNT: '5' })
    const one = await connect(TEST_KEY, small)
    for (let i = 0; i < 8; i += 1) {
      const { isError, content } = await callTool('list_avatars', {}, one)
      expect(isError, content[0].text).not.toBe(true)
    }
    await one.close()
    await small.close()
  })

  test('texts are charged to the account of the key', async () => {
    const { key } = await createApiKey(service.db, { name: 'counted', account: 'Counted', now: 1 })
    const one = await connect(key)
    await callTool('speak', { text: 'Five and six.', voice: '3' }, one)
    await one.close()
    const usage = await service.json<{ characters: number }>('/usage', { headers: { 'x-api-key': key } })
    expect(usage.characters).toBe('Five and six.'.length)
  })

  test('a key without the scope may list voices, but not speak', async () => {
    const { key } = await createApiKey(service.db, { name: 'reader', scopes: ['libraries:read'], now: 1 })
    const one = await connect(key)
    expect((await callTool('list_avatars', {}, one)).isError).not.toBe(true)
    const { isError, content } = await callTool('speak', { text: 'Hello.' }, one)
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining('lacks the scope synthesize')])
    await one.close()
  })

  test('a text that is too long is refused by the message of the API', async () => {
    const { isError, content } = await callTool('speak', { text: 'a '.repeat(20_000) })
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining('characters')])
  })
})

describe('bad requests', () => {
  test('without a valid key are refused before anything is read', async () => {
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { authorization: 'Bearer wrong' })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'UNAUTHORIZED' } } })
    await expect(connect('wrong')).rejects.toThrow('invalid or revoked')
  })

  test.each([
    ['no JSON', '{', {}, 400],
    ['no message', { hello: 1 }, {}, 400],
    [
      'a protocol version of the future',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { 'mcp-protocol-version': '2999-01-01' },
      400,
    ],
    ['an answer type that cannot be', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { accept: 'text/html' }, 406],
  ])('with %s are answered with JSON-RPC errors', async (_, body, headers, status) => {
    const answer = await post(body, headers as Record<string, string>)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
  })

  test('no JSON has the code that JSON-RPC has for it', async () => {
    expect(await (await post('{')).json()).toMatchObject({ error: { code: -32_700 } })
  })

  test.each(['GET', 'DELETE'])('%s, which needs a session, is answered 405', async (method) => {
    const headers = { authorization: `Bearer ${TEST_KEY}`, accept: 'text/event-stream' }
    const answer = await fetch(`${service.url}/mcp`, { method, headers })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
