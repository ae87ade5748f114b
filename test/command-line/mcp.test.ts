import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))

let service: TestService
let folder: string
let client: Client

beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'declaim-mcp-'))
  client = await connect(TEST_KEY)
})
afterAll(async () => {
  await client.close()
  await service.close()
  await rm(folder, { recursive: true })
})

/** The SDK's own client, connected to the program as a user's assistant starts it. */
async function connect(key: string): Promise<Client> {
  const one = new Client({ name: 'test', version: '1.0.0' })
  const env = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: folder, DECLAIM_URL: service.url, DECLAIM_API_KEY: key }
  const args = [PROGRAM, 'mcp', '--directory', join(folder, 'audio')]
  await one.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return one
}

type Result = { readonly isError?: boolean; readonly content: readonly [{ readonly text: string }] }

async function callTool(name: string, args: object = {}, from = client): Promise<Result> {
  return (await from.callTool({ name, arguments: args as Record<string, unknown> })) as unknown as Result
}

/** The parsed answer of a call that must succeed. */
async function ask<Answer>(name: string, args: object = {}): Promise<Answer> {
  const { isError, content } = await callTool(name, args)
  expect(isError, content[0].text).not.toBe(true)
  return JSON.parse(content[0].text) as Answer
}

/** The message of a call that must fail. */
async function refusal(name: string, args: object): Promise<string> {
  const { isError, content } = await callTool(name, args)
  expect(isError, content[0].text).toBe(true)
  return content[0].text
}

const audio = (path: string): Promise<Buffer> => readFile(join(folder, 'audio', path))

async function stream(body: object): Promise<Buffer> {
  return Buffer.from(await (await service.call('/stream', { body: { speaker_id: 3, ...body } })).arrayBuffer())
}

test('the tools describe themselves', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'combine_clips',
    'explain',
    'fix_pronunciation',
    'list_avatars',
    'make_clips',
    'speak_to_file',
    'suggest_pronunciations',
  ])
  expect(
    tools.every(({ description, inputSchema }) => description !== undefined && inputSchema.type === 'object'),
  ).toBe(true)
  expect(client.getServerVersion()).toMatchObject({ name: 'declaim', version: expect.stringMatching(/^\d+\.\d+/) })
})

test('list_avatars lists ids and names, and filters', async () => {
  expect(await ask('list_avatars')).toMatchObject({
    avatars: [
      { id: 3, name: 'Tone' },
      { id: 4, name: 'Low tone' },
    ],
  })
  expect(await ask('list_avatars', { locale: 'en_GB' })).toMatchObject({ avatars: [{ id: 4, gender: 'male' }] })
  expect(await ask('list_avatars', { gender: 'female' })).toMatchObject({ avatars: [{ id: 3 }] })
})

describe('speak_to_file', () => {
  test('writes what /stream sends, in the format of the ending', async () => {
    const text = 'Hello <tempo value="0.8">there</tempo>.'
    const { bytes } = await ask<{ bytes: number }>('speak_to_file', { text, file: 'deep/er/hello.wav' })
    const written = await audio('deep/er/hello.wav')
    expect(written.equals(await stream({ text, audio_configs: { file_format: 'wav' } }))).toBe(true)
    expect(bytes).toBe(written.length)
    await ask('speak_to_file', { text: 'Hi.', file: 'low.flac', voice: 'Low tone' })
    expect(
      (await audio('low.flac')).equals(
        await stream({ speaker_id: 4, text: 'Hi.', audio_configs: { file_format: 'flac' } }),
      ),
    ).toBe(true)
  })

  test.each([
    [{ text: 'Hi.', file: '../out.wav' }, 'expected a file inside'],
    [{ text: 'Hi.', file: '/tmp/out.wav' }, 'expected a file inside'],
    [{ text: 'Hi.', file: 'out.doc' }, 'unknown file extension'],
    [{ text: 'say ::TO--mah::', file: 'bad.wav' }, 'at offset'],
    [{ text: 'Hi.', file: 'bad.wav', voice: 'nobody' }, 'Cannot speak as "nobody"'],
    [{ text: '', file: 'bad.wav' }, 'Input validation error'],
    [{ file: 'bad.wav' }, 'Input validation error'],
  ])('refuses %j with the reason', async (args, reason) => {
    expect(await refusal('speak_to_file', args)).toContain(reason)
    await expect(audio('bad.wav')).rejects.toThrow('ENOENT')
  })
})

test('make_clips renders texts, saves them, and combine_clips joins them', async () => {
  type Saved = { id: string; status: string; file: string; url: string }
  const { clips } = await ask<{ clips: Saved[] }>('make_clips', { texts: ['One.', 'Two.', 'Three.'], folder: 'clips' })
  expect(clips.map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE', 'COMPLETE'])
  expect(await readdir(join(folder, 'audio', 'clips'))).toEqual(['1.mp3', '2.mp3', '3.mp3'])
  expect((await fetch(clips[0]!.url)).status).toBe(200)
  const clip_ids = clips.map(({ id }) => id)
  await ask('combine_clips', { clip_ids, file: 'all.wav', pause_seconds: 1 })
  const combined = await service.call('/clips/combine', {
    body: { clip_ids, pause_durations: 1, audio_configs: { file_format: 'wav' } },
  })
  expect((await audio('all.wav')).equals(Buffer.from(await combined.arrayBuffer()))).toBe(true)
  expect(await refusal('combine_clips', { clip_ids: ['nothing'], file: 'none.wav' })).toContain('nothing')
})

test('fix_pronunciation changes how a word is said from then on', async () => {
  const said = async (text: string): Promise<string[]> => {
    const { words } = await ask<{ words: { respelling: string[] }[] }>('explain', { text })
    return words.map(({ respelling }) => respelling.join(' '))
  }
  const before = await said('Siobhan')
  expect(await ask('fix_pronunciation', { word: 'Siobhan', respelling: 'shuh-VAWN' })).toMatchObject({ state: 'added' })
  expect(await said('Siobhan')).toEqual(['shuh-VAWN'])
  expect(before).not.toEqual(['shuh-VAWN'])
  expect(await ask('fix_pronunciation', { word: 'Siobhan', words: 'sequel' })).toMatchObject({ state: 'changed' })
  expect(await said('Siobhan')).toEqual(await said('sequel'))
  await ask('speak_to_file', { text: 'Siobhan.', file: 'fixed.wav' })
  expect(
    (await audio('fixed.wav')).equals(await stream({ text: 'sequel.', audio_configs: { file_format: 'wav' } })),
  ).toBe(true)
  expect(await refusal('fix_pronunciation', { word: 'Siobhan' })).toContain('either a respelling or words')
  expect(await refusal('fix_pronunciation', { word: 'Siobhan', respelling: 'TO--mah' })).toContain('TO--mah')
})

test('suggest_pronunciations lists respellings', async () => {
  expect(await ask('suggest_pronunciations', { word: 'record' })).toEqual({ respellings: ['REH-kurd', 'rih-KORD'] })
})

test('arguments of any kind are answered, and never end the program', async () => {
  const tool = fc.constantFrom(
    'list_avatars',
    'speak_to_file',
    'make_clips',
    'combine_clips',
    'explain',
    'fix_pronunciation',
  )
  const some = fc.oneof(fc.jsonValue(), fc.string({ unit: 'grapheme' }))
  const fields = {
    text: some,
    file: some,
    voice: some,
    texts: fc.array(some),
    word: some,
    clip_ids: fc.array(some),
    gender: some,
  }
  await fc.assert(
    fc.asyncProperty(tool, fc.record(fields, { requiredKeys: [] }), async (name, args) => {
      const { content } = await callTool(name, args)
      expect(content[0].text).not.toContain('The service failed to answer')
    }),
    { numRuns: 60 },
  )
  expect(await ask('list_avatars')).toMatchObject({ avatars: { length: 2 } })
})

test('a wrong key is reported by each call', async () => {
  const stranger = await connect('wrong')
  try {
    const { isError, content } = await callTool('list_avatars', {}, stranger)
    expect(isError).toBe(true)
    expect(content[0].text).toContain('invalid or revoked')
  } finally {
    await stranger.close()
  }
})
