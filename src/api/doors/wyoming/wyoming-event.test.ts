import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatEvent, type WyomingEvent, WyomingReader } from './wyoming-event.ts'

const event: fc.Arbitrary<WyomingEvent> = fc
  .record({
    type: fc.string(),
    data: fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.jsonValue(),
    ),
    payload: fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 }), { nil: undefined }),
  })
  .map(({ type, data, payload }) => ({ type, data, ...(payload && { payload }) }))

const plain = ({ payload, ...rest }: WyomingEvent) => ({ ...rest, payload: payload && [...payload] })
const jsonOf = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('events', () => {
  test('come out as they went in, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 4 }), fc.array(fc.nat(50)), (events, cuts) => {
        const bytes = Buffer.concat(events.map(formatEvent))
        const reader = new WyomingReader()
        const read: WyomingEvent[] = []
        let at = 0
        for (const cut of cuts) {
          read.push(...reader.push(bytes.subarray(at, at + cut)))
          at += cut
        }
        read.push(...reader.push(bytes.subarray(at)))
        expect(read.map(plain)).toEqual(
          jsonOf(events.map(plain)).map((one: object) => ({ payload: undefined, ...one })),
        )
      }),
    )
  })

  test('are lines of JSON with the lengths of what follows', () => {
    const bytes = formatEvent({ type: 'audio-chunk', data: { rate: 'ü' }, payload: Uint8Array.of(1, 2, 3) })
    const [line, rest] = [bytes.subarray(0, bytes.indexOf(10)), bytes.subarray(bytes.indexOf(10) + 1)]
    expect(JSON.parse(line.toString())).toMatchObject({ type: 'audio-chunk', data_length: 13, payload_length: 3 })
    expect(rest.subarray(0, 13).toString()).toBe('{"rate":"ü"}')
    expect([...rest.subarray(13)]).toEqual([1, 2, 3])
  })

  test('may have data in their line, and more behind it', () => {
    const reader = new WyomingReader()
    const bytes = '{"type":"synthesize","data":{"text":"a","x":1},"data_length":12}\n{"text":"b"}{"type":"end"}\n'
    expect(reader.push(Buffer.from(bytes))).toEqual([
      { type: 'synthesize', data: { text: 'b', x: 1 } },
      { type: 'end', data: {} },
    ])
  })
})

test.each([
  ['GET / HTTP/1.1\r\n', 'it is not JSON in UTF-8'],
  ['[]\n', 'it is not a JSON object'],
  ['{}\n', 'its type is missing'],
  ['{"type":5}\n', 'its type is missing'],
  ['{"type":"x","payload_length":-1}\n', 'its length is -1'],
  ['{"type":"x","data_length":1.5}\n', 'its length is 1.5'],
  ['{"type":"x","data_length":"3"}\n', 'its length is "3"'],
  [`{"type":"x","payload_length":${2 ** 20 + 1}}\n`, 'its length is 1048577; expected 0 to 1048576'],
  ['{"type":"x","data_length":2}\n[]', 'it is not a JSON object'],
  ['x'.repeat(2 ** 20 + 1), 'its first line is too long'],
])('%j is refused', (bytes, problem) => {
  expect(() => new WyomingReader().push(Buffer.from(bytes))).toThrow(`Cannot read the event: ${problem}`)
})

test.each([
  ['values', `{"type":"a","data":[${'{},'.repeat(300_000)}0]}\n`, 'more than 1000 values and field names'],
  ['levels', `{"type":"a","data":${'['.repeat(100_000)}\n`, 'nested more than 32 levels deep'],
])('an event with many %s is refused before it is parsed', (_, bytes, problem) => {
  expect(() => new WyomingReader().push(Buffer.from(bytes))).toThrow(problem)
})

test('bytes that are no UTF-8 are refused', () => {
  expect(() => new WyomingReader().push(Uint8Array.of(0xff, 10))).toThrow('it is not JSON in UTF-8')
})

test.each([
  ['payload', { type: 'a', data: {}, payload: new Uint8Array(1_000_000) }],
  ['line', { type: 'a'.repeat(1_000_000), data: {} }],
])('a long %s in tiny pieces is read in linear time', (_, long) => {
  const bytes = formatEvent(long)
  const reader = new WyomingReader()
  const read = Array.from({ length: Math.ceil(bytes.length / 10) }, (_, i) =>
    reader.push(bytes.subarray(10 * i, 10 * i + 10)),
  )
  expect(read.flat()).toMatchObject([{ type: long.type }])
})
