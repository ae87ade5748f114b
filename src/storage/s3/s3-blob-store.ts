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
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { checkBlobKey } from '../blob-key.ts'
import type { BlobStore, ByteRange, StoredBytes } from '../blob-store.ts'
import { connectToS3, type S3Times } from './s3-client.ts'
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
  readonly times?: S3Times
}

const PROBE_KEY = 'probe'
/** A week, the most that S3 allows. */
const MOST_SIGNED_SECONDS = 604_800

/** Keeps blobs as objects of a bucket. Credentials and region come from the usual places of the AWS SDK. */
export function openS3BlobStore(options: S3BlobStoreOptions): BlobStore {
  const { endpoint, publicEndpoint, times } = options
  const connection = connectToS3(endpoint, times)
  const signing = publicEndpoint === undefined ? connection : connectToS3(publicEndpoint)
  const close = (): void => {
    connection.close()
    if (signing !== connection) signing.close()
  }
  return createStore({ ...options, client: connection.client, signer: signing.client, close })
}

type Store = S3Place & {
  readonly client: S3Client
  readonly signer: S3Client
  readonly close: () => void
  /** Aborts its requests. */
  readonly signal?: AbortSignal
}

function createStore(store: Store): BlobStore {
  const { bucket, prefix, client, signer, close, signal } = store
  const options = { ...(signal && { abortSignal: signal }) }
  const target = (key: string) => ({ Bucket: bucket, Key: prefix + checkBlobKey(key) })

  async function put(key: string, parts: readonly Uint8Array[]): Promise<void> {
    const Body = Buffer.concat(parts)
    await client.send(new PutObjectCommand({ ...target(key), Body, ContentLength: Body.length }), options)
  }

  async function putStream(key: string, parts: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
    const stored = { bytes: 0, crc32: 0 }
    await uploadStream({ client, options, target: target(key) }, countBytes(parts, stored))
    return stored
  }

  async function size(key: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand(target(key)), options)
      return ContentLength
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }

  async function copyTo(output: PassThrough, key: string, range: ByteRange | undefined): Promise<void> {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body } = await client.send(new GetObjectCommand({ ...target(key), ...(Range && { Range }) }), options)
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
        options,
      ))
        for (const { Key = '', LastModified } of Contents)
          yield { key: Key.slice(prefix.length), modifiedAt: LastModified?.getTime() ?? Number.POSITIVE_INFINITY }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(target(key)), options)
    },
    async presign(key, { seconds, contentType }) {
      const command = new GetObjectCommand({ ...target(key), ResponseContentType: contentType })
      return await getSignedUrl(signer, command, { expiresIn: Math.min(seconds, MOST_SIGNED_SECONDS) })
    },
    check: () => put(PROBE_KEY, [Buffer.alloc(1)]),
    until: (aborting) =>
      createStore({ ...store, signal: signal === undefined ? aborting : AbortSignal.any([signal, aborting]) }),
    close,
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
