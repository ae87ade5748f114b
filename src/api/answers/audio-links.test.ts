import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAudioLinks, linkExpired } from './audio-links.ts'
import { formatMultipart } from './format-multipart.ts'

const options = { clock: () => 1_773_000_000_000, presign: undefined }
const links = createAudioLinks({
  publicUrl: () => 'https://tts.example.com',
  studioUrl: () => 'https://studio.example.com',
  secret: 'a'.repeat(64),
  ...options,
})
const CLIP = {
  id: '0b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  format: { format: 'mp3' },
  expiresAt: 1_773_446_400_999,
  isStored: true,
} as const

function partsOf(url: string) {
  const [, clipId, expires, signature] =
    /^https:\/\/tts\.example\.com\/audio\/clips\/([^/]+)\/(\d+)\/([\w-]+)\.mp3$/.exec(url) ?? []
  return { clipId: clipId!, expires: expires!, signature: signature! }
}

describe('the link of a clip', () => {
  test('is accepted as it was made, with its end in whole seconds', async () => {
    const link = partsOf(await links.clipUrl(CLIP))
    expect(link).toMatchObject({ clipId: CLIP.id, expires: '1773446400' })
    links.check(link)
  })

  test('is refused with any other clip, end or signature', async () => {
    const link = partsOf(await links.clipUrl(CLIP))
    const change = fc.record({
      field: fc.constantFrom('clipId', 'expires', 'signature'),
      value: fc.oneof(fc.string(), fc.constantFrom('', '1773446401', link.signature.slice(1), `${link.signature}A`)),
    })
    fc.assert(
      fc.property(change, ({ field, value }) => {
        fc.pre(link[field as keyof typeof link] !== value)
        expect(() => links.check({ ...link, [field]: value })).toThrow('the link was changed, or is of another service')
      }),
    )
  })

  test('is refused by a service with another secret', async () => {
    const others = createAudioLinks({ publicUrl: () => '', studioUrl: () => '', secret: 'b'.repeat(64), ...options })
    const link = partsOf(await links.clipUrl(CLIP))
    expect(() => others.check(link)).toThrow('Cannot find this audio')
  })

  test('that has expired is gone, and says since when', () => {
    expect(linkExpired('x', 1_773_446_400_999)).toMatchObject({
      code: 'NOT_FOUND',
      status: 410,
      message: expect.stringContaining('2026-03-14T00:00:00Z'),
    })
  })
})

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return pieces
}

/** Reads a multipart body as RFC 2046 describes it. */
function readParts(body: Buffer, contentType: string) {
  const boundary = /boundary=(.+)$/.exec(contentType)![1]!
  const pieces = body.toString('latin1').split(`--${boundary}`)
  expect(pieces.at(-1)).toBe('--\r\n')
  return pieces.slice(1, -1).map((piece) => {
    const [head = '', ...rest] = piece.split('\r\n\r\n')
    const content = rest.join('\r\n\r\n')
    expect(content.endsWith('\r\n')).toBe(true)
    return { head: head.trim().split('\r\n'), content: content.slice(0, -2) }
  })
}

test('parts of a body are read back as they were, whatever is in them', async () => {
  const part = fc.record({
    contentType: fc.constantFrom('audio/mpeg', 'application/json'),
    body: fc.oneof(fc.uint8Array(), fc.constant(new TextEncoder().encode('\r\n--\r\n\r\n'))),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
      const { contentType, bytes } = formatMultipart(
        (async function* () {
          yield* parts
        })(),
      )
      const read = readParts(Buffer.concat(await collect(bytes)), contentType)
      expect(read).toEqual(
        parts.map((one) => ({
          head: [`Content-Type: ${one.contentType}`, `Content-Length: ${one.body.length}`],
          content: Buffer.from(one.body).toString('latin1'),
        })),
      )
    }),
  )
})

test('each piece of a body is a whole part, and a body that breaks off has no end', async () => {
  const parts = async function* () {
    yield { contentType: 'a/b', body: 'Grüße' }
    throw new Error('broken')
  }
  const { bytes, contentType } = formatMultipart(parts())
  const boundary = contentType.split('boundary=')[1]
  const first = await bytes.next()
  expect(Buffer.from(first.value!).toString()).toBe(
    `--${boundary}\r\nContent-Type: a/b\r\nContent-Length: 7\r\n\r\nGrüße\r\n--${boundary}`,
  )
  await expect(bytes.next()).rejects.toThrow('broken')
})
