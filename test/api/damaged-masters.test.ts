import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ LOG_LEVEL: 'silent', AUDIO_STORE: '', DATABASE_URL: '' })
})
afterAll(() => service.close())

async function createClips(count: number): Promise<readonly string[]> {
  const body = Array.from({ length: count }, (_, i) => ({ speaker_id: 3, text: `Clip number ${i}.` }))
  const { clip_ids: ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
  for (const id of ids) await service.finished(id)
  return ids
}

const masterOf = (id: string) => join(service.dataDirectory, 'audio', 'masters', id.slice(0, 2), `${id}.wav`)

/** Changes one bit in the middle of the samples; the size stays. */
async function flipBit(id: string): Promise<void> {
  const file = await open(masterOf(id), 'r+')
  const { size } = await file.stat()
  const at = 44 + 2 * Math.floor((size - 44) / 4)
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte[0]! ^= 0x40
  await file.write(byte, 0, 1, at)
  await file.close()
}

const combine = (ids: readonly string[], fields = {}) =>
  service.call('/clips/combine', { body: { clip_ids: ids, audio_configs: { file_format: 'wav' }, ...fields } })

test('a bit that flipped in the first clip is answered 503, and the clip is rendered again', async () => {
  const ids = await createClips(2)
  const whole = Buffer.from(await (await combine(ids)).arrayBuffer())
  await flipBit(ids[0]!)
  const response = await combine(ids)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await response.json()).toMatchObject({
    message: expect.stringContaining(`Cannot read the audio of ${ids[0]}`),
  })
  await service.finished(ids[0]!)
  expect(Buffer.from(await (await combine(ids)).arrayBuffer()).equals(whole)).toBe(true)
})

test('a bit that flipped in a later clip never gives audio that looks whole', async () => {
  const ids = await createClips(60)
  const whole = Buffer.from(await (await combine(ids)).arrayBuffer())
  await flipBit(ids[59]!)
  const outcome = await combine(ids)
    .then(async (response) => (response.ok ? Buffer.from(await response.arrayBuffer()) : response.status))
    .catch((error: unknown) => error)
  expect(Buffer.isBuffer(outcome)).toBe(false)
  await service.finished(ids[59]!)
  expect(Buffer.from(await (await combine(ids)).arrayBuffer()).equals(whole)).toBe(true)
})

test('an asynchronous combination renders a clip again by itself that is damaged or missing', async () => {
  const ids = await createClips(3)
  const whole = Buffer.from(await (await combine(ids)).arrayBuffer())
  const { clip_id: first } = (await (await combine(ids, { async: true })).json()) as { clip_id: string }
  await service.finished(first)
  await flipBit(ids[1]!)
  await rm(masterOf(ids[2]!))
  await service.db.updateTable('clips').set({ status: 'FAILED' }).where('id', '=', first).execute()
  const { id } = await service.json<{ id: string }>(`/clips/${first}/retry`, { method: 'POST' })
  const clip = await service.finished(id)
  expect(clip.status).toBe('COMPLETE')
  expect(Buffer.from(await (await fetch(clip.url)).arrayBuffer()).equals(whole)).toBe(true)
  expect(Buffer.from(await (await combine(ids)).arrayBuffer()).equals(whole)).toBe(true)
})

test.each([
  ['pcm', 'A short one.', 503],
  ['wav', 'A short one.', 503],
  ['wav', 'A long text. '.repeat(60), 'breaks off'],
] as const)(
  'the link of a damaged clip (%s, "%s") never gives audio that looks whole',
  async (format, text, expected) => {
    const body = { speaker_id: 3, text, audio_configs: { file_format: format } }
    const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body })
    const { url } = await service.finished(id)
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    for (const headers of [{}, { range: 'bytes=0-' }]) {
      await flipBit(id)
      const outcome = await fetch(url, { headers }).then(
        async (answer) => (answer.ok ? await answer.arrayBuffer().catch(() => 'breaks off') : answer.status),
        () => 'breaks off',
      )
      expect(outcome).toBe(expected)
      await expect.poll(async () => (await service.json<{ status: string }>(`/clips/${id}`)).status).toBe('COMPLETE')
      expect(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()).equals(whole)).toBe(true)
    }
  },
)
