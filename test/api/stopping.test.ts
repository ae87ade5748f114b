import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readMetrics } from '../support/read-metrics.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SENTENCE = 'The sailors were mending their nets beside the wall, and the gulls circled over the harbour. '

let folder: string
let settings: Readonly<Record<string, string>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-stopping-'))
  settings = {
    DATA_DIR: folder,
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    LOG_LEVEL: 'error',
    METRICS_ADDRESS: '127.0.0.1:0',
    MAX_TEXT_LENGTH: '100000',
  }
})
afterEach(() => rm(folder, { recursive: true }))

const post = (url: string, path: string, body: object) =>
  fetch(`${url}/v1/tts${path}`, { method: 'POST', headers: { 'x-api-key': TEST_KEY }, body: JSON.stringify(body) })

/** A server whose thread speaks with the neural voice, and will for long. */
async function startSpeaking(): Promise<ServerProcess> {
  const server = await startServerProcess({ ...settings, RENDER_THREADS: '1' })
  const clips = Array.from({ length: 4 }, () => ({ speaker_id: 3, text: SENTENCE.repeat(10) }))
  expect((await post(server.url, '/clips', clips)).status).toBe(200)
  while ((await readMetrics(server)).get('declaim_render_threads{state="idle"}') !== 0) await sleep(20)
  return server
}

test('a server that speaks with the neural voice stops when it is told to', async () => {
  const server = await startSpeaking()
  const stream = await post(server.url, '/stream', { speaker_id: 3, text: SENTENCE })
  const [code, audio] = await Promise.all([server.stop(), stream.bytes()])
  // 0 after the answer has ended; the grace time ends connections, and cuts answers off.
  expect([code, server.child.signalCode]).toEqual([0, null])
  // Eight seconds of speech at least: the answer was not cut off.
  expect(audio.length).toBeGreaterThan(20_000)
})

test('a second signal ends it at once', async () => {
  const server = await startSpeaking()
  const stream = await post(server.url, '/stream', { speaker_id: 3, text: SENTENCE.repeat(100) })
  const reader = stream.body!.getReader()
  await reader.read()
  server.child.kill('SIGTERM')
  // It takes no more requests when it has heard the first signal.
  while ((await fetch(`${server.url}/health`).catch(() => undefined)) !== undefined) await sleep(20)
  expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null])
  // Signals within half a second of the first are taken for copies of it.
  await sleep(600)
  server.child.kill('SIGTERM')
  await once(server.child, 'exit')
  // One that stops in order exits with 0.
  expect(server.child.signalCode).toBe('SIGTERM')
  await reader.cancel().catch(() => {})
})

test('a port that is taken is an error that names it, and frees the data directory', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const env = { PATH: process.env.PATH, ...settings, AVATARS_FILE: TONE_AVATARS }
  const refused = run(process.execPath, ['bin/declaim.mjs', 'serve'], {
    cwd: ROOT,
    env: { ...env, PORT: String(port) },
    timeout: 20_000,
  })
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: `Cannot listen on 127.0.0.1:${port}: another program uses this port; set PORT to a free one\n`,
  })
  other.close()
  const server = await startServerProcess({ ...env, PATH: process.env.PATH! })
  expect(await server.stop()).toBe(0)
})

/** Runs `npm start` in a process group of its own, as a terminal does, and returns it with the address that it prints. */
async function npmStart(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      HOME: folder,
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Declaim is at (\S+)\/v1\/tts$/.exec(line)?.[1]
    if (url !== undefined) return { child, url }
  }
  throw new Error('npm start ended without an address')
}

describe.runIf(process.platform !== 'win32')('npm start', () => {
  test('passes a signal on', async () => {
    settings = { ...settings, AVATARS_FILE: TONE_AVATARS }
    const { child, url } = await npmStart()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    const again = await startServerProcess(settings)
    expect(await again.stop()).toBe(0)
  })

  test('lets streams end when a terminal sends Ctrl-C to npm and to the service', async () => {
    const { child, url } = await npmStart()
    const body = { speaker_id: 3, text: SENTENCE.repeat(4) }
    const whole = await (await post(url, '/stream', body)).bytes()
    const stream = await post(url, '/stream', { ...body, text: `${body.text} ` })
    process.kill(-child.pid!, 'SIGINT')
    expect((await stream.bytes()).length).toBe(whole.length)
    await once(child, 'exit')
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})
