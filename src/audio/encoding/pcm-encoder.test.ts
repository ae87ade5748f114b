import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../test/support/encode-whole.ts'
import { makeTone } from '../../../test/support/make-tone.ts'
import { formatPcm16, readPcm16 } from './pcm16.ts'
import { readWavHeader } from './wav-header.ts'

const wavOptions = { format: 'wav', inputSampleRate: 16000, sampleRate: 16000 } as const

describe('a WAV', () => {
  test.each(['file', 777] as const)('of length %s tells its true size', async (length) => {
    const wav = await encodeWhole(makeTone(777, 16000), { ...wavOptions, length, chunk: 100 })
    expect(readWavHeader(wav)).toEqual({ sampleRate: 16000, dataOffset: 44, dataBytes: 1554 })
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    const { samples, warnings } = await decodeAudio(wav, { decoder: 'ffmpeg', format: 'wav' })
    expect(warnings).toBe('')
    expect(samples.length).toBe(777)
  })

  test('that is streamed says that its size is not known, and decodes', async () => {
    const wav = await encodeWhole(makeTone(777, 16000), { ...wavOptions, length: 'stream', chunk: 100 })
    expect(readWavHeader(wav).dataBytes).toBeUndefined()
    expect((await decodeAudio(wav, { decoder: 'ffmpeg', format: 'wav' })).samples.length).toBe(777)
  })

  test('without a sample is a header', async () => {
    const wav = await encodeWhole(new Float32Array(0), { ...wavOptions, length: 'file' })
    expect(readWavHeader(wav).dataBytes).toBe(0)
    expect(wav.length).toBe(44)
  })
})

test('PCM is the samples alone', async () => {
  const options = { format: 'pcm', inputSampleRate: 8000, sampleRate: 8000, length: 'file' } as const
  const pcm = await encodeWhole(Float32Array.of(0, 0.5, -0.5, 1, -1, 7, -7), options)
  expect([...new Int16Array(new Uint8Array(pcm).buffer)]).toEqual([0, 16384, -16384, 32767, -32768, 32767, -32768])
})

test('what came from 16 bits goes back to the same 16 bits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
      expect(formatPcm16(readPcm16(bytes))).toEqual(Uint8Array.from(whole))
    }),
  )
})

test('a promised length is a promise', async () => {
  const encoding = encodeWhole(makeTone(99, 16000), { ...wavOptions, length: 100 })
  await expect(encoding).rejects.toThrow('Cannot finish PCM: 99 samples came, expected 100')
})
