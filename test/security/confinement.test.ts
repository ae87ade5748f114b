import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConfinedServer, canWrite, startConfinedServer } from '../support/confined-server.ts'
import { decodeMp3 } from '../support/decode-audio.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const reason = process.platform === 'linux' && process.getuid?.() === 0 ? undefined : 'only root on Linux can mount'

describe.skipIf(reason !== undefined)('as an unprivileged user, with every other file system read-only', () => {
  let folder: string
  let server: ConfinedServer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'declaim-confined-'))
    await chmod(folder, 0o777)
    server = await startConfinedServer(folder, { RENDER_THREADS: '1' })
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  const call = (path: string, body?: unknown) =>
    fetch(`${server.url}${path}`, {
      headers: { 'x-api-key': server.key },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })

  test('a process can write to the data directory alone', () => {
    for (const path of [
      `${ROOT}src/written`,
      `${ROOT}node_modules/written`,
      join(tmpdir(), 'written'),
      '/var/tmp/written',
    ])
      expect(canWrite(path, folder), path).toBe(false)
    expect(canWrite(join(folder, 'written'), folder)).toBe(true)
  })

  test.each([
    ['the neural voice', 3],
    ['a voice of Flite', 17],
  ])('the service speaks: %s', async (_, speaker) => {
    const answer = await call('/v1/tts/stream', { speaker_id: speaker, text: 'It runs without rights.' })
    expect(answer.status).toBe(200)
    expect((await decodeMp3(await answer.bytes())).length).toBeGreaterThan(10_000)
  })

  test('clips, timing, previews and the Studio work', async () => {
    const { clip_id } = (await (await call('/v1/tts/clips', { speaker_id: 3, text: 'Stored.' })).json()) as {
      clip_id: string
    }
    type Clip = { readonly status: string; readonly url: string }
    const find = async (): Promise<Clip> => (await (await call(`/v1/tts/clips/${clip_id}`)).json()) as Clip
    let clip = await find()
    while (clip.status === 'PROCESSING') {
      await sleep(50)
      clip = await find()
    }
    expect(clip.status).toBe('COMPLETE')
    for (const path of [new URL(clip.url).pathname, '/audio/previews/3.mp3', '/', '/readyz', '/openapi.json'])
      expect((await call(path)).status, path).toBe(200)
    expect((await call('/v1/tts/word-timing', { speaker_id: 3, text: 'Timed.' })).status).toBe(200)
  })

  test('nothing failed to be written, and it stops by itself', async () => {
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toMatch(/EROFS|EACCES|EPERM|"level":[456]0/)
    expect(await readdir(join(folder, 'data'))).toContain('declaim.sqlite')
  })
})
