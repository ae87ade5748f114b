import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const AVATARS = fileURLToPath(new URL('../../data/avatars.json', import.meta.url))

let service: TestService
beforeAll(async () => {
  if (!existsSync(`${FOLDER}/node_modules`))
    throw new Error('The clients are not installed: run "npm ci --prefix test/clients --ignore-scripts"')
  service = await startTestService({ AVATARS_FILE: AVATARS })
})
afterAll(() => service.close())

/** Runs the program of a client with the address and the key, and nothing else; returns what it found. */
async function run(name: string): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${FOLDER}/${name}.mjs`, service.url, TEST_KEY], {
    timeout: 100_000,
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

const some = expect.toSatisfy((value: unknown) => typeof value === 'number' && value > 1000, 'more than 1000')

test("OpenAI's package speaks", async () => {
  expect(await run('openai')).toEqual({ models: 4, bytes: some })
})

test('the AI SDK speaks with its providers, and no voice', async () => {
  expect(await run('ai-sdk-openai')).toEqual({ bytes: some, mediaType: 'audio/mpeg' })
  expect(await run('ai-sdk-elevenlabs')).toEqual({ bytes: some, mediaType: 'audio/mpeg', warnings: [] })
})

test("ElevenLabs' package lists voices and models, reads the account, keeps a dictionary, and speaks with a public voice", async () => {
  expect(await run('elevenlabs-js')).toMatchObject({
    voices: expect.any(Number),
    page: 5,
    user: 'string',
    limit: 'number',
    whole: some,
    streamed: some,
    characters: 'Hello from a client.',
    timedBytes: some,
    dictionary: { rules: 1, isListed: true },
  })
})

test('Mastra speaks, and no speaker is named', async () => {
  expect(await run('mastra-elevenlabs')).toEqual({ speakers: expect.any(Number), bytes: some })
})

test('LiveKit speaks whole texts, growing texts, and two at once, with the words in time', async () => {
  const { whole, first, both } = (await run('livekit-elevenlabs')) as {
    whole: number
    first: { samples: number; heard: string }
    both: { samples: number; heard: string }[]
  }
  expect(whole).toBeGreaterThan(10_000)
  expect(first.samples).toBeGreaterThan(10_000)
  expect(first.heard.trim()).toBe('Hello there. How are you?')
  expect(both.map(({ heard }) => heard.trim())).toEqual(['One two three.', 'Four five.'])
})
