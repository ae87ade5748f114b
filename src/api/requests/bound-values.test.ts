import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundCsv, boundJson } from './bound-values.ts'

const bound = (json: string, bounds: Partial<Parameters<typeof boundJson>[1]>): void =>
  boundJson(Buffer.from(json), { values: Number.POSITIVE_INFINITY, levels: Number.POSITIVE_INFINITY, ...bounds })

/** Values and field names, counted from the parsed value. An empty array or object counts one more, so that no comma need be looked for. */
function countParsed(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  const inside = Array.isArray(value) ? value : Object.entries(value).flat()
  return inside.reduce<number>((sum, one) => sum + countParsed(one), inside.length === 0 ? 2 : 1)
}

function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf))
}

describe('JSON', () => {
  test('with all the values and levels that it may have passes, whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
        const json = JSON.stringify(value, undefined, indent)
        bound(json, { values: countParsed(value), levels: levelsOf(value) })
      }),
    )
  })

  test('with many values or levels more does not pass', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(levelsOf(value) > 0 && countParsed(value) > 1)
        const json = JSON.stringify(value)
        expect(() => bound(json, { levels: levelsOf(value) - 1 })).toThrow('levels deep')
        expect(() => bound(json, { values: countParsed(value) - 1 })).toThrow('values and field names')
      }),
    )
  })

  test.each([
    ['objects', '[', '{},'],
    ['arrays', '[', '[],'],
    ['numbers', '[', '0,'],
    ['strings', '[', '"",'],
    ['the same field', '{', '"a":1,'],
    ['open arrays and objects', '', '[{"a":'],
    ['commas alone', '', ','],
  ])('of a million %s is read no further than the first value too many', (_, start, piece) => {
    const bytes = Buffer.from(start + piece.repeat(1_000_000))
    let read = 0
    const watched = new Proxy(bytes, {
      get: (target, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) read = Math.max(read, Number(name))
        return Reflect.get(target, name, target) as unknown
      },
    })
    expect(() => boundJson(watched, { values: 1000, levels: 32 })).toThrow('Cannot read the body: it')
    expect(read).toBeLessThan(10_000)
  })

  test('that is damaged is counted without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => boundJson(bytes, { values: 1000, levels: 1000 })),
    )
  })
})

describe('CSV', () => {
  const rows = (count: number, row: string): Uint8Array => Buffer.from(`${row}\n`.repeat(count))

  test('counts the cells of the rows that are read, and none within quotes', () => {
    expect(() => boundCsv(rows(10, 'a,b'), { values: 21, rows: 100 })).not.toThrow()
    expect(() => boundCsv(rows(10, 'a,b'), { values: 19, rows: 100 })).toThrow('more than 19 values')
    expect(() => boundCsv(rows(10, 'a,b'), { values: 9, rows: 3 })).not.toThrow()
    expect(() => boundCsv(rows(10, '"a, ""b"", c\nd",b'), { values: 21, rows: 100 })).not.toThrow()
    expect(() => boundCsv(Buffer.from(','.repeat(1_000_000)), { values: 1000, rows: 10 })).toThrow('1000 values')
  })
})
