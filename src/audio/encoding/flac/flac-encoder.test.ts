import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { loadRecording } from '../../../../test/support/load-fixture.ts'
import { formatPcm16 } from '../pcm16.ts'
import { Md5 } from './md5.ts'

const noise = (length: number, level: number) =>
  Float32Array.from({ length }, (_, i) => level * Math.sin(i * i * 0.7 + i))

const SIGNALS = {
  'a recording': loadRecording('rms').audio.samples,
  silence: new Float32Array(9000),
  'full-scale noise': noise(9000, 1.2),
  'a single sample': Float32Array.of(0.5),
  'a block and a bit': noise(4097, 0.01),
  'a few samples': noise(7, 0.3),
  'a square': Float32Array.from({ length: 5000 }, (_, i) => (i % 100 < 50 ? 1 : -1)),
}

describe.each(Object.entries(SIGNALS))('%s', (_, samples) => {
  test.each(['flac', 'ffmpeg'] as const)('is lossless with %s', async (decoder) => {
    const options = { format: 'flac', inputSampleRate: 16000, sampleRate: 16000, length: 'file' } as const
    const file = await encodeWhole(samples, options)
    const decoded = await decodeAudio(file, { decoder, format: 'flac' })
    expect(decoded.warnings).toBe('')
    expect(new Uint8Array(decoded.samples.buffer)).toEqual(formatPcm16(samples))
  })
})

test.each(['stream', 20_000] as const)('a FLAC of length %s is lossless too', async (length) => {
  const samples = SIGNALS['a recording'].subarray(10_000, 30_000)
  const bytes = await encodeWhole(samples, {
    format: 'flac',
    inputSampleRate: 24000,
    sampleRate: 24000,
    length,
    chunk: 333,
  })
  const decoded = await decodeAudio(bytes, { decoder: 'ffmpeg', format: 'flac' })
  expect(decoded.warnings).toBe('')
  expect(new Uint8Array(decoded.samples.buffer)).toEqual(formatPcm16(samples))
})

test('speech shrinks to less than two thirds', async () => {
  const samples = SIGNALS['a recording']
  const file = await encodeWhole(samples, { format: 'flac', inputSampleRate: 16000, sampleRate: 16000, length: 'file' })
  expect(file.length).toBeLessThan((samples.length * 2 * 2) / 3)
})

test('no samples are a file that plays nothing', async () => {
  const options = { format: 'flac', inputSampleRate: 16000, sampleRate: 16000, length: 'file' } as const
  const file = await encodeWhole(new Float32Array(0), options)
  expect((await decodeAudio(file, { decoder: 'flac', format: 'flac' })).samples).toHaveLength(0)
})

test('a long stream numbers its frames beyond one byte', async () => {
  const samples = noise(4096 * 140, 0.001)
  const file = await encodeWhole(samples, {
    format: 'flac',
    inputSampleRate: 48000,
    sampleRate: 48000,
    length: 'file',
    chunk: 50_000,
  })
  const decoded = await decodeAudio(file, { decoder: 'flac', format: 'flac' })
  expect(decoded.warnings).toBe('')
  expect(decoded.samples.length).toBe(samples.length)
})

test('MD5 sums are those of everyone', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 4 }), (pieces) => {
      const sum = new Md5()
      for (const piece of pieces) sum.update(piece)
      expect(Buffer.from(sum.digest()).toString('hex')).toBe(
        createHash('md5').update(Buffer.concat(pieces)).digest('hex'),
      )
    }),
  )
})
