import { afterAll, describe, expect, test } from 'vitest'
import { encodeWhole } from '../../../test/support/encode-whole.ts'
import { makeTone } from '../../../test/support/make-tone.ts'
import { createEncoderThreads } from './encoder-threads.ts'

const OPTIONS = { format: 'mp3', inputSampleRate: 16000, sampleRate: 24000, length: 'file' } as const

const threads = createEncoderThreads({ threads: 1 })
afterAll(() => threads.close())

test('calls that do not wait for one another give the same file as one encoder', async () => {
  const tone = makeTone(50_000, 16000)
  const encoder = threads.open(OPTIONS)
  const parts: Promise<Uint8Array>[] = []
  for (let start = 0; start < tone.length; start += 1000) parts.push(encoder.encode(tone.subarray(start, start + 1000)))
  const { head, tail } = await encoder.finish()
  const file = Buffer.concat([...(await Promise.all(parts)), tail])
  file.set(head!)
  expect(file).toEqual(await encodeWhole(tone, OPTIONS))
  expect(tone.length).toBe(50_000)
})

test('two encoders in one thread do not mix', async () => {
  const tone = makeTone(20_000, 16000)
  const options = { ...OPTIONS, length: 'stream' } as const
  const [left, right] = [threads.open(options), threads.open(options)]
  const [bytes] = await Promise.all([left.encode(tone.slice()), right.encode(new Float32Array(7000))])
  const { tail } = await left.finish()
  right.abandon()
  expect(Buffer.concat([bytes, tail])).toEqual(await encodeWhole(tone, { ...options, chunk: 20_000 }))
})

test('takes samples that are alone in their memory, and copies others', async () => {
  const encoder = threads.open(OPTIONS)
  const tone = makeTone(2000, 16000)
  const part = tone.subarray(0, 1000)
  await encoder.encode(part)
  expect(part.length).toBe(1000)
  await encoder.encode(tone)
  expect(tone.length).toBe(0)
  encoder.abandon()
})

test('the last samples bring the tail, and the encoder has ended then', async () => {
  const tone = makeTone(20_000, 16000)
  const options = { ...OPTIONS, length: tone.length } as const
  const encoder = threads.open(options)
  const parts = [encoder.encode(tone.subarray(0, 15_000)), encoder.encodeLast(tone.subarray(15_000))]
  expect(Buffer.concat(await Promise.all(parts))).toEqual(await encodeWhole(tone, { ...options, chunk: 15_000 }))
  await expect(encoder.finish()).rejects.toThrow('the encoder is not open')
  const refused = threads.open({ ...OPTIONS, length: 3 })
  await expect(refused.encodeLast(new Float32Array(2))).rejects.toThrow('Cannot finish MP3')
  refused.abandon()
})

test('what the encoder refuses is told to the caller, and the thread lives on', async () => {
  const refused = threads.open({ ...OPTIONS, sampleRate: 9000 })
  await expect(refused.encode(new Float32Array(2))).rejects.toThrow('Cannot encode MP3 at 9000 Hz')
  await expect(refused.finish()).rejects.toThrow('Cannot encode MP3 at 9000 Hz')
  refused.abandon()
  const encoder = threads.open({ ...OPTIONS, length: 3 })
  await encoder.encode(new Float32Array(2))
  await expect(encoder.finish()).rejects.toThrow('Cannot finish MP3')
  await expect(encoder.encode(new Float32Array(2))).rejects.toThrow('Cannot finish MP3')
  encoder.abandon()
  await expect(threads.open(OPTIONS).encode(new Float32Array(2))).resolves.toBeDefined()
})

describe('files of the same samples', () => {
  const outputs = [OPTIONS, { ...OPTIONS, format: 'wav', sampleRate: 16000 }] as const

  test('are those of one encoder each, with their true heads', async () => {
    const tone = makeTone(50_000, 16000)
    const encoder = threads.openFiles(outputs)
    for (let start = 0; start < tone.length; start += 1000) encoder.add(tone.subarray(start, start + 1000))
    const files = await encoder.finish()
    const expected = await Promise.all(outputs.map((options) => encodeWhole(tone, options)))
    expect(files.map((parts) => Buffer.concat(parts))).toEqual(expected)
    await expect(encoder.finish()).rejects.toThrow('the encoder is not open')
  })

  test.each([
    ['in its first output', [{ ...OPTIONS, sampleRate: 9000 }, OPTIONS]],
    ['in its last output', [OPTIONS, { ...OPTIONS, sampleRate: 9000 }]],
  ])('reject at the end with what was refused %s', async (_, refused) => {
    const encoder = threads.openFiles(refused)
    encoder.add(new Float32Array(2))
    await expect(encoder.finish()).rejects.toThrow('Cannot encode MP3 at 9000 Hz')
    encoder.abandon()
  })
})

const MORTAL = new URL('../../../test/support/mortal-encoder-thread.ts', import.meta.url)
const STREAM = { ...OPTIONS, length: 'stream' } as const

describe('threads that fail', () => {
  test('a thread that dies in the middle of a call rejects its calls, and its successor encodes', async () => {
    const mortal = createEncoderThreads({ threads: 1, entry: MORTAL })
    const encoder = mortal.open(STREAM)
    const files = mortal.openFiles([OPTIONS])
    await encoder.encode(Float32Array.of(0.1))
    const calls = [encoder.encode(Float32Array.of(2)), encoder.finish(), files.finish()]
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({
        reason: { message: 'Cannot encode: the encoder thread died', cause: { message: 'out of order' } },
      })
    await expect(encoder.encode(new Float32Array(1))).rejects.toThrow('the encoder is not open')
    encoder.abandon()
    const tone = makeTone(20_000, 16000)
    const next = mortal.open(STREAM)
    const bytes = await next.encode(tone.slice())
    expect(Buffer.concat([bytes, (await next.finish()).tail])).toEqual(
      await encodeWhole(tone, { ...STREAM, chunk: 20_000 }),
    )
    expect(await mortal.check()).toEqual({ threads: 1, answering: 1 })
    await mortal.close()
  })

  test('a thread that hangs is replaced, its calls reject, and the other thread works on', async () => {
    const mortal = createEncoderThreads({ threads: 2, entry: MORTAL, silenceTimeoutMs: 300 })
    const [hanging, other] = [mortal.open(STREAM), mortal.open(STREAM)]
    await Promise.all([hanging.encode(Float32Array.of(0.1)), other.encode(Float32Array.of(0.1))])
    const hung = hanging.encode(Float32Array.of(3))
    await expect(hung).rejects.toMatchObject({ cause: { message: 'It was silent for 0.3 s' } })
    expect((await other.finish()).tail.length).toBeGreaterThan(0)
    await mortal.open(STREAM).encode(Float32Array.of(0.1))
    await mortal.open(STREAM).encode(Float32Array.of(0.1))
    expect((await mortal.check()).threads).toBe(2)
    await mortal.close()
  })
})

test('calls that are open at the end reject', async () => {
  const closing = createEncoderThreads({ threads: 2 })
  const [encoding, files] = [closing.open(OPTIONS), closing.openFiles([OPTIONS])]
  const calls = Promise.allSettled([encoding.encode(new Float32Array(2)), files.finish()])
  await closing.close()
  for (const call of await calls)
    expect(call).toMatchObject({ reason: { message: 'Cannot encode: the encoder threads are closed' } })
  expect(() => closing.open(OPTIONS)).toThrow('the encoder threads are closed')
  await expect(encoding.finish()).rejects.toThrow('the encoder threads are closed')
})
