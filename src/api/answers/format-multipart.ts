import { randomUUID } from 'node:crypto'

/** A part of a multipart body. */
export type BodyPart = { readonly contentType: string; readonly body: Uint8Array | string }

export type MultipartBody = {
  /** With the boundary. */
  readonly contentType: string
  readonly bytes: AsyncGenerator<Uint8Array>
}

/**
 * Parts as one `multipart/mixed` body (RFC 2046, section 5.1), written as they come: each piece of bytes is a whole part with the
 * boundary that ends it, so that a reader need not wait for the next part to know that this one is whole. The closing boundary
 * follows the last part; if the parts break off, it never comes.
 */
export function formatMultipart(parts: AsyncIterable<BodyPart>): MultipartBody {
  const boundary = randomUUID()
  return { contentType: `multipart/mixed; boundary=${boundary}`, bytes: writeParts(parts, boundary) }
}

async function* writeParts(parts: AsyncIterable<BodyPart>, boundary: string): AsyncGenerator<Uint8Array> {
  let opening = `--${boundary}`
  for await (const { contentType, body } of parts) {
    const content = typeof body === 'string' ? Buffer.from(body) : body
    const head = `${opening}\r\nContent-Type: ${contentType}\r\nContent-Length: ${content.length}\r\n\r\n`
    yield Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}`)])
    opening = ''
  }
  yield Buffer.from(`${opening}--\r\n`)
}
