/** One encoded field of a protobuf message: enough to take messages apart and put them together again. */
export type ProtobufField = {
  readonly number: number
  /** The whole field, including its key. The concatenated fields are the message. */
  readonly bytes: Uint8Array
  /** The content of a length-delimited field (strings, messages, packed lists); empty for others. */
  readonly content: Uint8Array
  /** The value of a varint; 0 for others. */
  readonly value: number
}

const VARINT = 0
const LENGTH_DELIMITED = 2
/** Wire types of fixed size -> number of bytes. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** Reads the fields of a message in order, without copying bytes. Throws if the bytes are not a message. */
export function readFields(message: Uint8Array): readonly ProtobufField[] {
  const fields: ProtobufField[] = []
  for (let at = 0; at < message.length; ) {
    const key = readVarint(message, at)
    const wireType = key.value % 8
    const head = wireType === VARINT || wireType === LENGTH_DELIMITED ? readVarint(message, key.end) : undefined
    const start = head?.end ?? key.end
    const size = wireType === LENGTH_DELIMITED ? head!.value : (FIXED_BYTES[wireType] ?? 0)
    if (start + size > message.length || (head === undefined && size === 0)) throw brokenMessage()
    fields.push({
      number: Math.floor(key.value / 8),
      bytes: message.subarray(at, start + size),
      content: message.subarray(start, wireType === LENGTH_DELIMITED ? start + size : start),
      value: wireType === VARINT ? head!.value : 0,
    })
    at = start + size
  }
  return fields
}

/** Decodes the string in a length-delimited field. */
export function readText(content: Uint8Array): string {
  return new TextDecoder().decode(content)
}

/** Decodes a packed list of varints. */
export function readPacked(content: Uint8Array): readonly number[] {
  const values: number[] = []
  for (let at = 0; at < content.length; ) {
    const { value, end } = readVarint(content, at)
    values.push(value)
    at = end
  }
  return values
}

/** Encodes a field that holds a message, a string or bytes. */
export function writeField(number: number, content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return Buffer.concat([writeVarint(number * 8 + LENGTH_DELIMITED), writeVarint(bytes.length), bytes])
}

/** Encodes a field that holds a non-negative integer. */
export function writeInteger(number: number, value: number): Uint8Array {
  return Buffer.concat([writeVarint(number * 8 + VARINT), writeVarint(value)])
}

function readVarint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let at = start, scale = 1; at < bytes.length; at++, scale *= 128) {
    const byte = bytes[at]!
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return { value, end: at + 1 }
  }
  throw brokenMessage()
}

function writeVarint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 0x80)
  return Uint8Array.from([...bytes, rest])
}

function brokenMessage(): Error {
  return new Error('Cannot read the model: the file is damaged or is not ONNX; install the voice package again')
}
