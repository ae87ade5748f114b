import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decompressBody } from './decompress-body.ts'
import { repeatableRequest } from './repeatable-request.ts'

const WAYS = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync } as const
const MOST = 100_000
const TEXT = Buffer.from('{"text":"Hello hello hello"}')

describe('a compressed body', () => {
  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('comes back from %s, whatever its case', async (encoding) => {
    const bytes = WAYS[encoding](TEXT)
    for (const name of [encoding, ` ${encoding.toUpperCase()} `])
      expect(await decompressBody(bytes, { headers: { 'content-encoding': name }, most: MOST })).toEqual(TEXT)
  })

  test.each([undefined, '', 'identity', 'Identity'])('with the encoding %j is as it is', async (encoding) => {
    expect(
      await decompressBody(TEXT, {
        headers: encoding === undefined ? {} : { 'content-encoding': encoding },
        most: MOST,
      }),
    ).toBe(TEXT)
  })

  test('that is empty is empty in any encoding', async () => {
    expect(await decompressBody(Buffer.alloc(0), { headers: { 'content-encoding': 'zstd' }, most: MOST })).toHaveLength(
      0,
    )
  })

  test('of another encoding is refused with 415', async () => {
    await expect(decompressBody(TEXT, { headers: { 'content-encoding': 'zstd' }, most: MOST })).rejects.toMatchObject({
      status: 415,
      message: expect.stringContaining('expected one of gzip, x-gzip, deflate, br, identity'),
    })
  })

  test('that is damaged or cut short is refused with 400', async () => {
    for (const bytes of [TEXT, gzipSync(TEXT).subarray(0, 20)]) {
      const refused = decompressBody(bytes, { headers: { 'content-encoding': 'gzip' }, most: MOST })
      await expect(refused).rejects.toMatchObject({ code: 'MISSING_ARGUMENT', status: 400 })
    }
  })

  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    'of %s may become as large as one that is not compressed, and no larger',
    async (encoding) => {
      const options = { headers: { 'content-encoding': encoding }, most: MOST }
      expect(await decompressBody(WAYS[encoding](Buffer.alloc(MOST)), options)).toHaveLength(MOST)
      const bomb = WAYS[encoding](Buffer.alloc(MOST + 1))
      await expect(decompressBody(bomb, options)).rejects.toMatchObject({ code: 'INVALID_TEXT', status: 413 })
    },
  )

  test('that is too large is inflated only up to the limit: what is damaged behind it is never met', async () => {
    const bytes = gzipSync(Buffer.alloc(100 * MOST))
    bytes.fill(0xff, bytes.length / 2)
    const options = { headers: { 'content-encoding': 'gzip' }, most: MOST }
    await expect(decompressBody(bytes, options)).rejects.toMatchObject({ status: 413 })
    await expect(decompressBody(bytes, { ...options, most: 200 * MOST })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a request that is sent again', () => {
  const request = (body: unknown, more: object = {}) =>
    repeatableRequest(
      { accountId: 'a', method: 'POST', url: '/v1/clips', headers: { 'idempotency-key': 'k' }, body, ...more } as never,
      5,
    )

  test('is the same whatever the order of its fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        const reversed = Object.fromEntries(Object.entries(fields).toReversed())
        expect(request({ outer: reversed })).toEqual(request({ outer: fields }))
      }),
    )
  })

  test('is another one with other values, another method or another path', () => {
    const hashes = [
      request({ a: 1 }),
      request({ a: '1' }),
      request({ a: [1, 2] }),
      request({ a: [2, 1] }),
      request({}),
      request(undefined),
      request({ a: 1 }, { method: 'PATCH' }),
      request({ a: 1 }, { url: '/v1/clips?x=1' }),
    ].map(({ requestHash }) => requestHash)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('needs a key of at most 255 characters', () => {
    expect(request({}, { headers: {} })).toMatchObject({ key: undefined })
    expect(request({}, { headers: { 'idempotency-key': '' } })).toMatchObject({ key: undefined })
    expect(request({}, { headers: { 'idempotency-key': 'x'.repeat(255) } }).key).toHaveLength(255)
    expect(() => request({}, { headers: { 'idempotency-key': 'x'.repeat(256) } })).toThrow('longer than 255')
  })
})
