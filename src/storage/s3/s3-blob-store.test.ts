import { beforeAll, expect, test } from 'vitest'
import { describeAudioStorage } from '../../../test/support/describe-audio-storage.ts'
import { shareS3 } from '../../../test/support/shared-servers.ts'
import { isStorageOutage } from '../storage-outage.ts'
import { openS3BlobStore } from './s3-blob-store.ts'

const BUCKET = 'declaim-test'

let s3: Awaited<ReturnType<typeof shareS3>>
beforeAll(async () => {
  s3 = await shareS3()
  Object.assign(process.env, s3.environment)
  await s3.createBucket(BUCKET)
})

let prefixes = 0
const open = (endpoint = s3.endpoint) => openS3BlobStore({ bucket: BUCKET, prefix: `test/${prefixes++}/`, endpoint })

describeAudioStorage('S3', async () => {
  const blobs = open()
  return { blobs, close: async () => blobs.close() }
})

test('a bucket that does not exist is not ready', async () => {
  const blobs = openS3BlobStore({ bucket: 'no-such-bucket', prefix: '', endpoint: s3.endpoint })
  await expect(blobs.check()).rejects.toMatchObject({ name: 'NoSuchBucket' })
  blobs.close()
})

test('a server that cannot be reached is an outage', async () => {
  const blobs = open('http://127.0.0.1:1')
  const error: unknown = await blobs.put('a', [Buffer.from('x')]).catch((failure: unknown) => failure)
  expect(isStorageOutage(error)).toBe(true)
  blobs.close()
})

test('a presigned link is read without credentials, with its content type, until it ends', async () => {
  const blobs = open()
  await blobs.put('clips/a.mp3', [Buffer.from('some audio')])
  const url = await blobs.presign!('clips/a.mp3', { seconds: 60, contentType: 'audio/mpeg' })
  const answer = await fetch(url, { headers: { range: 'bytes=5-9' } })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-type')).toBe('audio/mpeg')
  expect(await answer.text()).toBe('audio')
  expect((await fetch(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(403)
  const brief = await blobs.presign!('clips/a.mp3', { seconds: 1, contentType: 'audio/mpeg' })
  await expect.poll(async () => (await fetch(brief)).status, { timeout: 10_000 }).toBe(403)
  blobs.close()
})

test('presigned links name the server as callers reach it', async () => {
  const blobs = openS3BlobStore({
    bucket: BUCKET,
    prefix: '',
    endpoint: s3.endpoint,
    publicEndpoint: 'https://audio.example.com',
  })
  const url = await blobs.presign!('clips/a.mp3', { seconds: 3_000_000, contentType: 'audio/mpeg' })
  expect(url).toMatch(/^https:\/\/audio\.example\.com\/declaim-test\/clips\/a\.mp3\?/)
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('604800')
  blobs.close()
})
