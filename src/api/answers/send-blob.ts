import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkedPieces } from '../../delivery/clips/checked-pieces.ts'
import { ServiceError } from '../../errors.ts'
import type { BlobStore, ByteRange, StoredBytes } from '../../storage/blob-store.ts'
import { parseRange } from '../requests/parse-range.ts'
import { sendStream } from './send-stream.ts'

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

type SendBlobOptions = {
  readonly key: string
  /** Bytes at the start of the blob that are not part of what is sent. */
  readonly skippedBytes: number
  readonly contentType: string
  /** What the blob must be like, as far as that is known. */
  readonly stored: Partial<StoredBytes> | undefined
  /** Called if the blob is missing or damaged; gives the error to answer. */
  readonly onDamage: () => Promise<Error>
}

/** Answers with a stored file, or with the single byte range that the request asks for (RFC 9110, section 14). */
export async function sendBlob(
  { request, reply }: Exchange,
  blobs: BlobStore,
  { key, skippedBytes, contentType, stored, onDamage }: SendBlobOptions,
): Promise<FastifyReply> {
  const bytes = await blobs.size(key)
  if (bytes === undefined || bytes < skippedBytes || bytes !== (stored?.bytes ?? bytes)) throw await onDamage()
  const size = bytes - skippedBytes
  const read = ({ start, end }: ByteRange) => blobs.read(key, { start: start + skippedBytes, end: end + skippedBytes })
  void reply.type(contentType).headers({ 'accept-ranges': 'bytes', 'cache-control': 'private, max-age=3600' })
  const range = parseRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    throw new ServiceError(
      'NOT_FOUND',
      `Cannot send ${request.headers.range}: the file has ${size} bytes; ask for a range within them`,
      {
        status: 416,
        headers: { 'content-range': `bytes */${size}` },
      },
    )
  }
  const isWhole = range === undefined || (range.start === 0 && range.end === size - 1)
  // Before the header, so that a small file that is damaged is answered as an error.
  const whole = isWhole ? await readChecked(blobs, { key, skippedBytes, bytes, stored, onDamage }) : undefined
  if (range === undefined) return sendStream(reply.header('content-length', size), whole!)
  void reply.code(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': range.end - range.start + 1,
  })
  return sendStream(reply, whole ?? read(range))
}

/** Files up to this size are read before they are sent. Of a larger one that is damaged, the end is not sent. */
const READ_FIRST_BYTES = 1024 * 1024

type CheckedBlob = Pick<SendBlobOptions, 'key' | 'skippedBytes' | 'stored' | 'onDamage'> & { readonly bytes: number }

async function readChecked(
  blobs: BlobStore,
  { key, skippedBytes, bytes, stored, onDamage }: CheckedBlob,
): Promise<Readable> {
  const pieces = checkedPieces(blobs.read(key), stored?.crc32, onDamage)
  if (bytes <= READ_FIRST_BYTES) return Readable.from([(await buffer(pieces)).subarray(skippedBytes)])
  return Readable.from(skipBytes(pieces, skippedBytes))
}

async function* skipBytes(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.subarray(left)
    left = Math.max(0, left - piece.length)
  }
}
