import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BODY_LIMIT_BYTES, decompressBody } from './decompress-body.ts'
import { limitNesting } from './limit-nesting.ts'
import { repeatableRequest } from './repeatable-request.ts'

const WAYS = { gzip: gzipSync, 'x-gzip': gzipSync, deflate: deflateSync, br: brotliCompressSync } as const
const TEXT = Buffer.from('{"text":"Hello hello hello"}')

describe('a compressed body', () => {
  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('comes back from %s, whatever its case', async (encoding) => {
    const bytes = WAYS[encoding](TEXT)
    for (const name of [encoding, ` ${encoding.toUpperCase()} `])
      expect(await decompressBody(bytes, { 'content-encoding': name })).toEqual(TEXT)
  })

  test.each([undefined, '', 'identity', 'Identity'])('with the encoding %j is as it is', async (encoding) => {
    expect(await decompressBody(TEXT, { ...(encoding !== undefined && { 'content-encoding': encoding }) })).toBe(TEXT)
  })

  test('that is empty is empty in any encoding', async () => {
    expect(await decompressBody(Buffer.alloc(0), { 'content-encoding': 'zstd' })).toHaveLength(0)
  })

  test('of another encoding is refused with 415', async () => {
    await expect(decompressBody(TEXT, { 'content-encoding': 'zstd' })).rejects.toMatchObject({
      status: 415,
      message: expect.stringContaining('expected one of gzip, x-gzip, deflate, br, identity'),
    })
  })

  test('that is damaged or cut short is refused with 400', async () => {
    for (const bytes of [TEXT, gzipSync(TEXT).subarray(0, 20)]) {
      const refused = decompressBody(bytes, { 'content-encoding': 'gzip' })
      await expect(refused).rejects.toMatchObject({ code: 'MISSING_ARGUMENT', status: 400 })
    }
  })

  test('may be as large as one that is not compressed, and no larger', async () => {
    const headers = { 'content-encoding': 'gzip' }
    expect(await decompressBody(gzipSync(Buffer.alloc(BODY_LIMIT_BYTES)), headers)).toHaveLength(BODY_LIMIT_BYTES)
    const bomb = gzipSync(Buffer.alloc(BODY_LIMIT_BYTES + 1))
    expect(bomb.length).toBeLessThan(20_000)
    await expect(decompressBody(bomb, headers)).rejects.toMatchObject({ code: 'INVALID_TEXT', status: 413 })
  })
})

describe('a parsed body', () => {
  const nest = (levels: number, wrap: (inside: unknown) => unknown) => {
    let value: unknown = 1
    for (let level = 0; level < levels; level++) value = wrap(value)
    return value
  }

  test.each([
    ['lists', (inside: unknown) => [0, inside]],
    ['objects', (inside: unknown) => ({ a: 0, b: inside })],
  ])('may nest 32 %s and no more, however many there are', (_what, wrap) => {
    expect(limitNesting(nest(32, wrap))).toEqual(nest(32, wrap))
    expect(() => limitNesting(nest(33, wrap))).toThrow('nested more than 32 levels deep')
    expect(() => limitNesting(nest(50_000, wrap))).toThrow('nested more than 32 levels deep')
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
