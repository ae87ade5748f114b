import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { STORAGE, startTestService, type TestService } from '../support/test-service.ts'

const WEEK_MS = 7 * 24 * 3600 * 1000
const FILES = ['timing', 'captions.srt', 'captions.vtt', 'phones', 'speech-marks'] as const
const TEXT = 'Read along: it costs $4.99 <tempo value="0.8">really</tempo>. That was “all” of it, AT&T.'

const now = Date.parse('2026-03-01T12:00:00Z')
let service: TestService
beforeAll(async () => {
  service = await startTestService({ MAX_TEXT_LENGTH: '1000000' }, () => now)
})
afterAll(() => service.close())

async function createClip(body: object = {}): Promise<string> {
  const clip = { speaker_id: 3, text: TEXT, ...body }
  return (await service.json<{ clip_id: string }>('/clips', { body: clip })).clip_id
}

async function answer(id: string, file: string): Promise<unknown[]> {
  const response = await service.call(`/clips/${id}/${file}`)
  return [response.status, await response.json()]
}

describe('a COMPLETE clip', () => {
  test.each([
    ['timing', 'application/json; charset=utf-8', 'word-timing.json'],
    ['captions.srt', 'application/x-subrip; charset=utf-8', 'srt.srt'],
    ['captions.vtt', 'text/vtt; charset=utf-8', 'vtt.vtt'],
    ['phones', 'application/json; charset=utf-8', 'phones.json'],
    ['speech-marks', 'application/x-json-stream; charset=utf-8', 'speech-marks.jsonl'],
  ])('gives its %s as %s, as the archive of word timing does', async (file, type, name) => {
    const { id } = await service.finished(await createClip())
    const response = await service.call(`/clips/${id}/${file}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    const archive = await service.call('/word-timing', { body: { speaker_id: 3, text: TEXT, include_phones: true } })
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
    expect(await response.text()).toBe(strFromU8(files[name]!))
  })

  test.each([
    { file_format: 'wav', sample_rate: 8000 },
    { file_format: 'opus' },
    { file_format: 'mp3', sample_rate: 44_100 },
  ])('has the same times in every format: %j', async (audio_configs) => {
    const ids = await Promise.all([createClip(), createClip({ audio_configs })])
    const texts = ids.map(async (id) => {
      await service.finished(id)
      return await (await service.call(`/clips/${id}/timing`)).text()
    })
    const [plain, other] = await Promise.all(texts)
    expect(other).toBe(plain)
  })

  test('has a HEAD, no other method, and nothing without a key', async () => {
    const { id } = await service.finished(await createClip())
    for (const file of FILES) {
      const path = `/clips/${id}/${file}`
      const head = await service.call(path, { method: 'HEAD' })
      const whole = await (await service.call(path)).arrayBuffer()
      expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, whole.byteLength])
      const wrong = await service.call(path, { method: 'POST', body: {} })
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect((await service.call(path, { headers: { 'x-api-key': 'no key' } })).status).toBe(401)
    }
  })
})

test.each(FILES)('the %s of a clip that is unknown or of another account is not found', async (file) => {
  const id = await createClip()
  await service.finished(id)
  const { key } = await createApiKey(service.db, { name: 'stranger', account: 'stranger', now })
  const foreign = await service.call(`/clips/${id}/${file}`, { headers: { 'x-api-key': key } })
  expect([foreign.status, await foreign.json()]).toEqual([
    404,
    { code: 'NOT_FOUND', message: `Cannot find clip ${id}` },
  ])
  expect((await answer('none', file))[0]).toBe(404)
})

test('a clip that is still PROCESSING is a conflict', async () => {
  const id = await createClip({ text: 'This sentence is one of a great many, and they go on and on. '.repeat(1000) })
  for (const file of FILES) {
    const message = `Cannot time clip ${id}: it is PROCESSING`
    expect(await answer(id, file)).toEqual([409, { code: 'CONFLICT', message }])
  }
})

test('a clip that FAILED is a conflict that tells its error', async () => {
  const id = await createClip()
  await service.finished(id)
  const error = { status: 'FAILED', error_code: 'INTERNAL_ERROR', error_message: 'It broke' } as const
  await service.db.updateTable('clips').set(error).where('id', '=', id).execute()
  for (const file of FILES) {
    const message = `Cannot time clip ${id}: it is FAILED (INTERNAL_ERROR: It broke)`
    expect(await answer(id, file)).toEqual([409, { code: 'CONFLICT', message }])
  }
})

test('a clip that was made before word times were kept says so', async () => {
  const id = await createClip()
  await service.finished(id)
  await service.db.updateTable('clips').set({ timing: null }).where('id', '=', id).execute()
  for (const file of FILES) {
    const message = `Cannot time clip ${id}: it was made before word times were kept`
    expect(await answer(id, file)).toEqual([404, { code: 'NOT_FOUND', message }])
  }
})

// PostgreSQL decides by its own clock what has expired.
test.skipIf(STORAGE === 'distributed')('the times of a clip outlive a restart, and go with the clip', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-timing-'))
  let time = now
  const start = () => startTestService({ DATA_DIR: folder }, () => time)

  const first = await start()
  const { clip_id: id } = await first.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: TEXT } })
  await first.finished(id)
  const before = await (await first.call(`/clips/${id}/timing`)).text()
  await first.close()

  time += WEEK_MS - 1
  const second = await start()
  expect(await (await second.call(`/clips/${id}/timing`)).text()).toBe(before)
  await second.close()

  time += 2
  const third = await start()
  while ((await third.call(`/clips/${id}`)).status === 200) await sleep(20)
  expect((await third.call(`/clips/${id}/timing`)).status).toBe(404)
  await third.close()
  await rm(folder, { recursive: true })
})
