import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import { parseRange } from './parse-range.ts'

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

type SendBlobOptions = {
  readonly key: string
  readonly contentType: string
  /** The message of NOT_FOUND where the store has no such blob. */
  readonly missing: string
}

/** Answers with a stored file, or with the single byte range that the request asks for (RFC 9110, section 14). */
export async function sendBlob(
  { request, reply }: Exchange,
  blobs: BlobStore,
  { key, contentType, missing }: SendBlobOptions,
): Promise<FastifyReply> {
  const size = await blobs.size(key)
  if (size === undefined) throw new ServiceError('NOT_FOUND', missing)
  void reply.type(contentType).headers({ 'accept-ranges': 'bytes', 'cache-control': 'private, max-age=3600' })
  const range = parseRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    throw new ServiceError('NOT_FOUND', `Cannot send ${request.headers.range}: the file has ${size} bytes`, {
      status: 416,
      headers: { 'content-range': `bytes */${size}` },
    })
  }
  if (range === undefined) return reply.header('content-length', size).send(blobs.read(key))
  void reply.code(206).headers({
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': range.end - range.start + 1,
  })
  return reply.send(blobs.read(key, range))
}
