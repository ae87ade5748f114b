import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { BlobStore, ByteRange } from '../../storage/blob-store.ts'
import { parseRange } from '../requests/parse-range.ts'
import { sendStream } from './send-stream.ts'

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

type SendBlobOptions = {
  readonly key: string
  /** Bytes at the start of the blob that are not part of what is sent. */
  readonly skippedBytes: number
  readonly contentType: string
  /** Bytes that the blob must have; undefined if that is not known. */
  readonly bytes: number | undefined
  /** Called if the blob is missing or has another size; gives the error to answer. */
  readonly onDamage: () => Promise<Error>
}

/** Answers with a stored file, or with the single byte range that the request asks for (RFC 9110, section 14). */
export async function sendBlob(
  { request, reply }: Exchange,
  blobs: BlobStore,
  { key, skippedBytes, contentType, bytes, onDamage }: SendBlobOptions,
): Promise<FastifyReply> {
  const stored = await blobs.size(key)
  if (stored === undefined || stored < skippedBytes || stored !== (bytes ?? stored)) throw await onDamage()
  const size = stored - skippedBytes
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
  if (range === undefined) {
    return sendStream(reply.header('content-length', size), read({ start: 0, end: size - 1 }))
  }
  void reply.code(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': range.end - range.start + 1,
  })
  return sendStream(reply, read(range))
}
