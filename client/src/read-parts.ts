import { DeclaimConnectionError } from './errors.ts'
import { readBody } from './send.ts'

export type BodyPart = { readonly contentType: string; readonly bytes: Uint8Array }

/** Reads a `multipart/mixed` answer part by part, each as soon as it is whole. Throws if the closing boundary never comes. */
export async function* readParts(response: Response, signal?: AbortSignal): AsyncGenerator<BodyPart> {
  const boundary = /boundary="?([^";]+)/.exec(response.headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) throw new DeclaimConnectionError('The answer has no parts')
  const input = createByteReader(readBody(response, signal))
  try {
    await input.readUntil(`--${boundary}`)
    while ((await input.read(2))[0] !== HYPHEN) {
      const head = new TextDecoder().decode(await input.readUntil('\r\n\r\n')).toLowerCase()
      const length = Number(/content-length: *(\d+)/.exec(head)?.[1])
      const contentType = /content-type: *([^\r\n;]+)/.exec(head)?.[1] ?? ''
      // A part is whole without its boundary: the next part may be long in coming.
      yield { contentType, bytes: await input.read(length) }
      await input.readUntil(`--${boundary}`)
    }
  } finally {
    await input.cancel()
  }
}

const HYPHEN = 0x2d

function createByteReader(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  let held = new Uint8Array(0)

  async function fill(): Promise<void> {
    const { done, value } = await reader.read()
    if (done) throw new DeclaimConnectionError('The stream broke off before its end')
    const joined = new Uint8Array(held.length + value.length)
    joined.set(held)
    joined.set(value, held.length)
    held = joined
  }

  function take(count: number): Uint8Array {
    const taken = held.slice(0, count)
    held = held.subarray(count)
    return taken
  }

  return {
    async read(count: number): Promise<Uint8Array> {
      while (held.length < count) await fill()
      return take(count)
    },
    /** The bytes before `mark`, which is read too. */
    async readUntil(mark: string): Promise<Uint8Array> {
      const wanted = new TextEncoder().encode(mark)
      for (;;) {
        const place = findBytes(held, wanted)
        if (place !== -1) return take(place + wanted.length).subarray(0, place)
        await fill()
      }
    },
    cancel: () => reader.cancel().catch(() => {}),
  }
}

function findBytes(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let start = bytes.indexOf(wanted[0]!); start !== -1; start = bytes.indexOf(wanted[0]!, start + 1)) {
    if (start + wanted.length > bytes.length) return -1
    if (wanted.every((byte, index) => bytes[start + index] === byte)) return start
  }
  return -1
}
