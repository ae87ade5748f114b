import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { GeneratedStream } from './generated-stream.ts'

const bytes = (piece: string): Uint8Array => Buffer.from(piece)

/** Gives the pieces after the first, and notes when it is asked and returned. */
function generate(pieces: readonly string[], { failure }: { failure?: Error } = {}) {
  const seen = { asked: 0, isReturned: false }
  async function* generator(): AsyncGenerator<Uint8Array> {
    try {
      for (const piece of pieces) {
        seen.asked++
        yield bytes(piece)
      }
      if (failure !== undefined) throw failure
    } finally {
      seen.isReturned = true
    }
  }
  return { seen, rest: generator() }
}

async function open(pieces: readonly string[], options: { failure?: Error } = {}) {
  const { seen, rest } = generate(pieces, options)
  return { seen, stream: new GeneratedStream(await rest.next(), rest) }
}

test('gives all pieces in their order, and returns the generator', async () => {
  const { seen, stream } = await open(['one ', 'two ', 'three'])
  expect(await text(stream)).toBe('one two three')
  expect(seen.isReturned).toBe(true)
})

test('asks for no piece before the one at hand is taken', async () => {
  const { seen, stream } = await open(['one', 'two', 'three'])
  stream.read(0)
  await new Promise(setImmediate)
  expect(seen.asked).toBe(1)
  expect(String(stream.read())).toBe('one')
  await new Promise(setImmediate)
  expect(seen.asked).toBe(2)
  stream.destroy()
})

test('ends with the error of the generator', async () => {
  const { stream } = await open(['one'], { failure: new Error('out of breath') })
  await expect(text(stream)).rejects.toThrow('out of breath')
})

test.each([
  ['before its first read', false],
  ['after a piece was read', true],
])('returns the generator if it is destroyed %s', async (_, reads) => {
  const { seen, stream } = await open(['one', 'two', 'three'])
  if (reads) stream.read()
  const closed = new Promise((resolve) => stream.once('close', resolve))
  stream.destroy()
  await closed
  expect(seen.isReturned).toBe(true)
})
