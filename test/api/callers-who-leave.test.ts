import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { TONE_AVATARS } from '../support/test-service.ts'

let server: ServerProcess
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-leave-'))
  server = await startServerProcess({
    DATA_DIR: folder,
    DECLAIM_BOOTSTRAP_KEY: 'key',
    AVATARS_FILE: TONE_AVATARS,
    MAX_TEXT_LENGTH: '1000000',
    SEGMENT_CACHE_MB: '0',
    LOG_LEVEL: 'warn',
  })
})
afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true })
})

const call = (path: string, text: string, signal?: AbortSignal) =>
  fetch(`${server.url}/v1/tts${path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
    body: JSON.stringify({ speaker_id: 3, text }),
    ...(signal && { signal }),
  })

test.each(['/explain', '/word-timing'])('a caller of %s who leaves is no failure in the log', async (path) => {
  const text = 'This sentence is one of a great many, and they go on and on. '.repeat(2000)
  const logged = () => server.lines.filter((line) => line.startsWith('{'))
  const linesBefore = logged().length
  const leaving = new AbortController()
  const answer = call(path, text, leaving.signal).catch((error: Error) => error.name)
  await sleep(500)
  leaving.abort()
  expect(await answer).toBe('AbortError')
  expect((await call(path, 'Still here')).status).toBe(200)
  expect(logged().slice(linesBefore)).toEqual([])
})
