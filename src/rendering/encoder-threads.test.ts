import { afterAll, expect, test } from 'vitest'
import { encodeWhole } from '../../test/support/encode-whole.ts'
import { makeTone } from '../../test/support/make-tone.ts'
import { createEncoderThreads } from './encoder-threads.ts'

const OPTIONS = { format: 'mp3', inputSampleRate: 16000, sampleRate: 24000, length: 'file' } as const

const threads = createEncoderThreads({ threads: 1 })
afterAll(() => threads.close())

test('calls that do not wait for one another give the same file as one encoder', async () => {
  const tone = makeTone(50_000, 16000)
  const encoder = await threads.open(OPTIONS)
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
  const [left, right] = await Promise.all([threads.open(options), threads.open(options)])
  const [bytes] = await Promise.all([left.encode(tone), right.encode(new Float32Array(7000))])
  const { tail } = await left.finish()
  right.abandon()
  expect(Buffer.concat([bytes, tail])).toEqual(await encodeWhole(tone, { ...options, chunk: 20_000 }))
})

test('what the encoder refuses is told to the caller, and the thread lives on', async () => {
  await expect(threads.open({ ...OPTIONS, sampleRate: 9000 })).rejects.toThrow('Cannot encode MP3 at 9000 Hz')
  const encoder = await threads.open({ ...OPTIONS, length: 3 })
  await encoder.encode(new Float32Array(2))
  await expect(encoder.finish()).rejects.toThrow('Cannot finish MP3')
  await expect(encoder.encode(new Float32Array(2))).rejects.toThrow('the encoder is not open')
  await expect(threads.open(OPTIONS)).resolves.toBeDefined()
})

test('a thread that dies rejects its calls and has a successor', async () => {
  const mortal = createEncoderThreads({
    threads: 1,
    entry: new URL('../../test/support/mortal-thread.ts', import.meta.url),
  })
  const encoder = await mortal.open(OPTIONS)
  await expect(encoder.encode(new Float32Array(1))).rejects.toMatchObject({
    message: 'Cannot encode: the encoder thread died',
    cause: { message: 'out of order' },
  })
  await expect(mortal.open(OPTIONS)).resolves.toBeDefined()
  await mortal.close()
})

test('calls that are open at the end reject', async () => {
  const closing = createEncoderThreads({ threads: 2 })
  const [opening] = await Promise.allSettled([closing.open(OPTIONS), closing.close()])
  expect(opening).toMatchObject({ reason: { message: 'Cannot encode: the encoder threads are closed' } })
  await expect(closing.open(OPTIONS)).rejects.toThrow('the encoder threads are closed')
})
