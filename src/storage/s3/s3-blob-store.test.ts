import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeAudioStorage } from '../../../test/support/describe-audio-storage.ts'
import { type S3Server, startS3 } from '../../../test/support/s3-server.ts'
import { isStorageOutage } from '../storage-outage.ts'
import { openS3BlobStore } from './s3-blob-store.ts'

const BUCKET = 'declaim-test'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
  Object.assign(process.env, s3.environment)
  await s3.createBucket(BUCKET)
})
afterAll(() => s3.close())

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
