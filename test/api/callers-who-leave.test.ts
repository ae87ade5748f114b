import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startTestService, TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'

let server: ServerProcess
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-leave-'))
  server = await startServerProcess({
    DATA_DIR: folder,
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
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
    headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ speaker_id: 3, text }),
    ...(signal && { signal }),
  })

test('a clip whose caller leaves while it is planned is not accepted', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const write = (line: string) => line.includes('incoming request') && begin()
  const service = await startTestService({ MAX_TEXT_LENGTH: '1000000', LOG_LEVEL: 'info' }, undefined, { write })
  const body = { speaker_id: 3, text: 'This sentence is one of a great many, and they go on. '.repeat(1500) }
  const leaving = new AbortController()
  const left = service.call('/clips', { body, signal: leaving.signal }).catch((error: Error) => error.name)
  await begun
  leaving.abort()
  expect(await left).toBe('AbortError')
  // Its planning takes as long, and begins later.
  await service.json('/input_validated', { body })
  const { clip_id } = await service.json('/clips', { body: { speaker_id: 3, text: 'Hello.' } })
  expect(await service.json('/clips')).toMatchObject([{ id: clip_id }])
  await service.close()
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
