import { ServiceError } from '../../../errors.ts'
import { boundJson } from '../../requests/bound-values.ts'

/** A message of the Wyoming protocol: a line of JSON, then more JSON and bytes whose lengths it gives. */
export type WyomingEvent = {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly payload?: Uint8Array
}

/** The version of the protocol that the messages follow. */
const VERSION = '1.7.2'
/** Bytes of a line, of the JSON after it, and of a payload. */
const MAX_BYTES = 1024 * 1024
/** Values and field names, and levels, of a line or of the JSON after it. */
const MAX_VALUES = 1000
const MAX_LEVELS = 32
const LINE_END = 10

/** Writes an event as bytes. */
export function formatEvent({ type, data, payload }: WyomingEvent): Buffer {
  const json = Buffer.from(JSON.stringify(data))
  const header = {
    type,
    version: VERSION,
    data_length: json.length,
    ...(payload && { payload_length: payload.length }),
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), json, payload ?? new Uint8Array()])
}

type Header = {
  readonly type: string
  readonly data: WyomingEvent['data']
  readonly lengths: readonly [number, number]
}

/** Reads events from bytes as they come. */
export class WyomingReader {
  #bytes: Buffer = Buffer.alloc(0)
  /** Bytes after those, which are joined when they complete something. */
  #more: Buffer[] = []
  #moreLength = 0
  #header: Header | undefined

  /** Adds bytes, and returns the events that are whole. Throws MISSING_ARGUMENT for bytes that are not an event. */
  push(bytes: Uint8Array): readonly WyomingEvent[] {
    const added = Buffer.from(bytes)
    this.#more.push(added)
    this.#moreLength += added.length
    if (!this.#mayComplete(added)) return []
    this.#bytes = Buffer.concat([this.#bytes, ...this.#more])
    this.#more = []
    this.#moreLength = 0
    const events: WyomingEvent[] = []
    for (let event = this.#next(); event !== undefined; event = this.#next()) events.push(event)
    return events
  }

  /** Whether a line or an event may end in the bytes that were added last, or there are too many of them. */
  #mayComplete(added: Buffer): boolean {
    const length = this.#bytes.length + this.#moreLength
    if (this.#header === undefined) return length > MAX_BYTES || added.includes(LINE_END)
    const [dataLength, payloadLength] = this.#header.lengths
    return length >= dataLength + payloadLength
  }

  #next(): WyomingEvent | undefined {
    this.#header ??= this.#readHeader()
    if (this.#header === undefined) return undefined
    const { type, data, lengths } = this.#header
    const [dataLength, payloadLength] = lengths
    if (this.#bytes.length < dataLength + payloadLength) return undefined
    this.#header = undefined
    const more = dataLength === 0 ? {} : parseObject(this.#take(dataLength))
    const payload = this.#take(payloadLength)
    return { type, data: { ...data, ...more }, ...(payloadLength > 0 && { payload }) }
  }

  #readHeader(): Header | undefined {
    const end = this.#bytes.indexOf(LINE_END)
    if (end === -1) {
      if (this.#bytes.length > MAX_BYTES) throw refusal('its first line is too long')
      return undefined
    }
    const fields = parseObject(this.#take(end + 1))
    if (typeof fields.type !== 'string') throw refusal('its type is missing')
    return {
      type: fields.type,
      data: isObject(fields.data) ? fields.data : {},
      lengths: [readLength(fields.data_length), readLength(fields.payload_length)],
    }
  }

  #take(length: number): Buffer {
    const taken = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    return taken
  }
}

function parseObject(bytes: Buffer): WyomingEvent['data'] {
  boundJson(bytes, { values: MAX_VALUES, levels: MAX_LEVELS })
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refusal('it is not JSON in UTF-8')
  }
  if (isObject(value)) return value
  throw refusal('it is not a JSON object')
}

function isObject(value: unknown): value is WyomingEvent['data'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readLength(value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_BYTES) return value
  throw refusal(`its length is ${JSON.stringify(value)}; expected 0 to ${MAX_BYTES}`)
}

function refusal(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot read the event: ${problem}`)
}
