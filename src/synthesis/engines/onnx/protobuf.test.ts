import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFields, readPacked, readText, writeField, writeInteger } from './protobuf.ts'

const number = fc.integer({ min: 1, max: 100_000 })
const field = fc.oneof(
  fc.record({ number, text: fc.string({ unit: 'binary' }) }),
  fc.record({ number, value: fc.nat({ max: Number.MAX_SAFE_INTEGER }) }),
)

test('reads what was written, and joins to the same bytes', () => {
  fc.assert(
    fc.property(fc.array(field), (fields) => {
      const message = Buffer.concat(
        fields.map((one) => ('text' in one ? writeField(one.number, one.text) : writeInteger(one.number, one.value))),
      )
      const read = readFields(message)
      const found = read.map((one, i) =>
        'text' in fields[i]!
          ? { number: one.number, text: readText(one.content) }
          : { number: one.number, value: one.value },
      )
      expect(found).toEqual(fields)
      expect(Buffer.concat(read.map(({ bytes }) => bytes))).toEqual(message)
    }),
  )
})

test('skips numbers of fixed size', () => {
  const message = Buffer.concat([
    Buffer.from([0x0d, 1, 2, 3, 4]),
    Buffer.from([0x11, 1, 2, 3, 4, 5, 6, 7, 8]),
    writeInteger(3, 5),
  ])
  expect(readFields(message).map(({ number: found, bytes }) => [found, bytes.length])).toEqual([
    [1, 5],
    [2, 9],
    [3, 2],
  ])
})

test('reads packed numbers', () => {
  expect(readPacked(Uint8Array.of(1, 0x80, 1, 127))).toEqual([1, 128, 127])
})

test('refuses bytes that are not a message', () => {
  for (const bytes of [[0x0a, 5, 1], [0x80], [0x0b], [0x0d, 1]]) {
    expect(() => readFields(Uint8Array.from(bytes))).toThrow('damaged or is not ONNX')
  }
})
