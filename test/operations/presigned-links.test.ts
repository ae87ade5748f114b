import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareS3 } from '../support/shared-servers.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let s3: Awaited<ReturnType<typeof shareS3>>
let service: TestService
beforeAll(async () => {
  s3 = await shareS3()
  Object.assign(process.env, s3.environment)
  await s3.createBucket('declaim')
  service = await startTestService({ ...s3.environment, AUDIO_STORE: 's3://declaim/audio', S3_LINKS: 'presigned' })
}, 60_000)
afterAll(() => service.close())

async function render(audio_configs: object): Promise<{ readonly url: string; readonly stream: Uint8Array }> {
  const body = { speaker_id: 3, text: 'Straight from the store.', audio_configs }
  const stream = await (await service.call('/stream', { body })).bytes()
  const { clip_id } = await service.json<{ clip_id: string }>('/clips', { body })
  const { url } = await service.finished(clip_id)
  return { url, stream }
}

test.each([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
])('the link to a finished %s leads to the S3 server, which serves it with ranges', async (file_format, type) => {
  const { url } = await render({ file_format })
  expect(url.startsWith(`${s3.endpoint}/declaim/audio/`)).toBe(true)
  const whole = await fetch(url, { redirect: 'error' })
  expect(whole.headers.get('content-type')).toBe(type)
  const bytes = await whole.bytes()
  const part = await fetch(url, { headers: { range: 'bytes=10-99' } })
  expect(part.status).toBe(206)
  expect(await part.bytes()).toEqual(bytes.slice(10, 100))
})

test('a format that is a part of a stored file is served by the service, byte for byte', async () => {
  const { url, stream } = await render({ file_format: 'pcm' })
  expect(url.startsWith(service.url)).toBe(true)
  expect(await (await fetch(url)).bytes()).toEqual(stream)
})

test('the link of a clip that has not ended leads to the service', async () => {
  const bodies = Array.from({ length: 20 }, () => ({ speaker_id: 3, text: 'One of many clips that wait. '.repeat(20) }))
  const { clip_ids } = await service.json<{ clip_ids: string[] }>('/clips', { body: bodies })
  const last = await service.json<{ status: string; url: string }>(`/clips/${clip_ids.at(-1)}`)
  expect(last.status).toBe('PROCESSING')
  expect(last.url.startsWith(service.url)).toBe(true)
})
