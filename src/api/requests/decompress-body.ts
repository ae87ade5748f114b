import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'

type Decompress = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>

const DECODERS: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', promisify<Uint8Array, ZlibOptions, Buffer>(gunzip)],
  ['x-gzip', promisify<Uint8Array, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<Uint8Array, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<Uint8Array, ZlibOptions, Buffer>(brotliDecompress)],
])

type Compression = {
  readonly headers: FastifyRequest['headers']
  /** Bytes of the result. */
  readonly most: number
}

/**
 * Decodes a request's body by its `Content-Encoding`, and stops at the first byte too many. Throws MISSING_ARGUMENT for an unknown
 * encoding (415) and for bytes that do not match the encoding, INVALID_TEXT (413) for a longer result.
 */
export async function decompressBody(bytes: Uint8Array, { headers, most }: Compression): Promise<Uint8Array> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity' || bytes.length === 0) return bytes
  const decompress = DECODERS.get(encoding)
  if (decompress === undefined) {
    const known = [...DECODERS.keys(), 'identity'].join(', ')
    const message = `Cannot read the body: its Content-Encoding is ${encoding}; expected one of ${known}`
    throw new ServiceError('MISSING_ARGUMENT', message, { status: 415 })
  }
  // zlib inflates a piece at a time in another thread, and asks for no other once the result is too long.
  return await decompress(bytes, { maxOutputLength: most }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(most, error)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot read the body: it is not ${encoding} (${error.message}); compress it again, or send it without Content-Encoding`,
      {
        cause: error,
      },
    )
  })
}

/** Returns the error for a body that is larger than its route and the plan allow. */
export function bodyTooLarge(most: number, cause?: Error): ServiceError {
  const message = `Cannot read the body: it is larger than ${most} bytes, the limit of this path and plan; divide it among several requests`
  return new ServiceError('INVALID_TEXT', message, { status: 413, cause })
}
