import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { checkBlobKey } from '../blob-key.ts'
import type { BlobStore, ByteRange, StoredBytes } from '../blob-store.ts'
import { uploadStream } from './upload-stream.ts'

export type S3Place = {
  readonly bucket: string
  /** Prefix of all keys: empty, or ending with a slash. */
  readonly prefix: string
}

export type S3BlobStoreOptions = S3Place & {
  /** The server's URL, if it is not AWS. Buckets are then part of the path. */
  readonly endpoint: string | undefined
  /** The URL at which callers reach it, if that is another. */
  readonly publicEndpoint?: string | undefined
}

const CONNECT_TIMEOUT_MS = 5000
const REQUEST_TIMEOUT_MS = 60_000
const PROBE_KEY = 'probe'
/** A week, the most that S3 allows. */
const MOST_SIGNED_SECONDS = 604_800

/** Keeps blobs as objects of a bucket. Credentials and region come from the usual places of the AWS SDK. */
export function openS3BlobStore({ bucket, prefix, endpoint, publicEndpoint }: S3BlobStoreOptions): BlobStore {
  const client = createClient(endpoint)
  const signer = publicEndpoint === undefined ? client : createClient(publicEndpoint)
  const target = (key: string) => ({ Bucket: bucket, Key: prefix + checkBlobKey(key) })

  async function put(key: string, parts: readonly Uint8Array[]): Promise<void> {
    const Body = Buffer.concat(parts)
    await client.send(new PutObjectCommand({ ...target(key), Body, ContentLength: Body.length }))
  }

  async function putStream(key: string, parts: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
    const stored = { bytes: 0, crc32: 0 }
    await uploadStream(client, target(key), countBytes(parts, stored))
    return stored
  }

  async function size(key: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand(target(key)))
      return ContentLength
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }

  async function copyTo(output: PassThrough, key: string, range: ByteRange | undefined): Promise<void> {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body } = await client.send(new GetObjectCommand({ ...target(key), ...(Range && { Range }) }))
    await pipeline(Body as Readable, output)
  }

  return {
    put,
    putStream,
    size,
    read(key, range) {
      const output = new PassThrough()
      copyTo(output, key, range).catch((error: Error) => output.destroy(error))
      return output
    },
    async *list(folder) {
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix + folder },
      ))
        for (const { Key = '', LastModified } of Contents)
          yield { key: Key.slice(prefix.length), modifiedAt: LastModified?.getTime() ?? Number.POSITIVE_INFINITY }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(target(key)))
    },
    async presign(key, { seconds, contentType }) {
      const command = new GetObjectCommand({ ...target(key), ResponseContentType: contentType })
      return await getSignedUrl(signer, command, { expiresIn: Math.min(seconds, MOST_SIGNED_SECONDS) })
    },
    check: () => put(PROBE_KEY, [Buffer.alloc(1)]),
    close() {
      client.destroy()
      if (signer !== client) signer.destroy()
    },
  }
}

/** Passes parts on and adds them to `stored`. */
async function* countBytes(
  parts: AsyncIterable<Uint8Array>,
  stored: { bytes: number; crc32: number },
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    stored.bytes += part.length
    stored.crc32 = crc32(part, stored.crc32)
    yield part
  }
}

function createClient(endpoint: string | undefined): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Many servers know only the checksums that S3 has always required.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler({ connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }),
  })
}
