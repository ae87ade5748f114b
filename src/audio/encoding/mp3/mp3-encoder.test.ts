import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { signalToNoiseDb } from '../../../../test/support/signal-to-noise.ts'
import { crc16 } from './crc16.ts'
import { MP3_SAMPLE_RATES, mp3Layout } from './mp3-layout.ts'

// Of a file shorter than its own padding, ffmpeg (5.1) takes off either the start or the end, also where LAME wrote it.
const LENGTHS_FOR_MPG123 = [1, 575, 576, 1153, 12345]
const LENGTHS_FOR_FFMPEG = [576, 1153]

const optionsFor = (sampleRate: number) => ({ format: 'mp3', inputSampleRate: sampleRate, sampleRate }) as const

describe.each(MP3_SAMPLE_RATES)('at %i Hz', (sampleRate) => {
  test.each([
    ...LENGTHS_FOR_MPG123.map((length) => [length, 'mpg123'] as const),
    ...LENGTHS_FOR_FFMPEG.map((length) => [length, 'ffmpeg'] as const),
  ])('a file of %i samples decodes to them all with %s', async (length, decoder) => {
    const tone = makeTone(length, sampleRate)
    const mp3 = await encodeWhole(tone, { ...optionsFor(sampleRate), length: 'file' })
    const { samples, warnings } = await decodeAudio(mp3, { decoder, format: 'mp3' })
    expect(warnings).toBe('')
    expect(samples.length).toBe(length)
  })

  test.each(['mpg123', 'ffmpeg'] as const)('10 s decode without a shift with %s', async (decoder) => {
    const tone = makeTone(10 * sampleRate, sampleRate)
    const mp3 = await encodeWhole(tone, { ...optionsFor(sampleRate), length: 'file' })
    const { samples, warnings } = await decodeAudio(mp3, { decoder, format: 'mp3' })
    expect(warnings).toBe('')
    expect(samples.length).toBe(tone.length)
    expect(signalToNoiseDb(tone, samples)).toBeGreaterThan(25)
  })
})

test('a known length gives the same bytes as a file, but for the checksums', async () => {
  const tone = makeTone(30_000, 22050)
  const file = await encodeWhole(tone, { ...optionsFor(22050), length: 'file' })
  const known = await encodeWhole(tone, { ...optionsFor(22050), length: 30_000 })
  const { bytesPerFrame, dataOffset } = mp3Layout(22050)
  const checksums = dataOffset + 152
  expect(known.subarray(0, checksums)).toEqual(file.subarray(0, checksums))
  expect(known.subarray(bytesPerFrame)).toEqual(file.subarray(bytesPerFrame))
  expect(file.readUInt16BE(checksums)).toBe(crc16(file.subarray(bytesPerFrame)))
  expect(file.readUInt16BE(checksums + 2)).toBe(crc16(file.subarray(0, checksums + 2)))
})

test('a stream begins with sound: the first bytes come before 60 ms of audio have gone in', async () => {
  const stream = await encodeWhole(makeTone(0.06 * 24000, 24000), {
    ...optionsFor(24000),
    length: 'stream',
    chunk: 240,
  })
  expect([...stream.subarray(0, 2)]).toEqual([0xff, 0xf3])
  expect(stream.includes('Info')).toBe(false)
})

test('a promised length is a promise', async () => {
  const encoding = encodeWhole(makeTone(99, 24000), { ...optionsFor(24000), length: 100 })
  await expect(encoding).rejects.toThrow('Cannot finish MP3: 99 samples came, expected 100')
})

test('what is outside of [-1, 1] is clipped', async () => {
  const loud = makeTone(4000, 16000).map((sample) => 6 * sample)
  const clipped = loud.map((sample) => Math.max(-1, Math.min(1, sample)))
  const options = { ...optionsFor(16000), length: 'stream' } as const
  expect(await encodeWhole(loud, options)).toEqual(await encodeWhole(clipped, options))
})

test('a rate that MP3 does not know is refused', async () => {
  const encoding = encodeWhole(makeTone(9, 9000), { ...optionsFor(9000), length: 'stream' })
  await expect(encoding).rejects.toThrow('Cannot encode MP3 at 9000 Hz: expected one of 8000, 11025')
})
