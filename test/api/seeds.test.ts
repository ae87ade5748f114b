import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const TEXT = 'Nobody saw it coming, not even the captain. We left at once.'

async function stream(seed: unknown, text = TEXT): Promise<Response> {
  return await service.call('/stream', { body: { speaker_id: 3, text, seed, audio_configs: { file_format: 'wav' } } })
}

async function bytesOf(seed: unknown): Promise<string> {
  const response = await stream(seed)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer()).toString('base64')
}

test('a seed chooses another reading, and the same one each time; none is the default reading', async () => {
  const [plain, again, one, oneAgain, asDigits, two, most] = await Promise.all(
    [undefined, null, 1, 1, '1', 2, 4_294_967_295].map(bytesOf),
  )
  expect(again).toBe(plain)
  expect(oneAgain).toBe(one)
  expect(asDigits).toBe(one)
  expect(new Set([plain, one, two, most]).size).toBe(4)
})

test('a clip of a seed is the stream of it', async () => {
  const body = { speaker_id: 3, text: TEXT, seed: 7, audio_configs: { file_format: 'wav' } }
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body })
  const { url } = await service.finished(clip_id)
  const clip = Buffer.from(await (await fetch(url)).arrayBuffer())
  // Headers of a stream do not know the length.
  const streamed = Buffer.from(await bytesOf(7), 'base64')
  expect(clip.subarray(-streamed.length / 2).equals(streamed.subarray(-streamed.length / 2))).toBe(true)
})

test.each([-1, 1.5, 4_294_967_296, 'abc', '', true, [1], {}])('a seed of %j is refused in words', async (seed) => {
  const response = await stream(seed)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'MISSING_ARGUMENT', message: expect.stringContaining('seed') })
})
