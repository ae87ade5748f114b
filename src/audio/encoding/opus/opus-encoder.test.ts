import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../../test/support/encode-whole.ts'
import { makeTone } from '../../../../test/support/make-tone.ts'
import { signalToNoiseDb } from '../../../../test/support/signal-to-noise.ts'
import { opusSampleRate } from './opus-encoder.ts'

const optionsFor = (sampleRate: number) => ({ format: 'opus', inputSampleRate: sampleRate, sampleRate }) as const

describe.each([8000, 16000, 24000, 48000])('at %i Hz', (sampleRate) => {
  test.each([100, 12_345])('%i samples decode to exactly as long', async (length) => {
    const file = await encodeWhole(makeTone(length, sampleRate), { ...optionsFor(sampleRate), length: 'file' })
    const { samples, warnings } = await decodeAudio(file, { decoder: 'ffmpeg', format: 'opus' })
    expect(warnings).toBe('')
    expect(samples.length).toBe((length * 48_000) / sampleRate)
  })

  test('the sound stands where it stood', async () => {
    const file = await encodeWhole(makeTone(sampleRate, sampleRate), { ...optionsFor(sampleRate), length: 'stream' })
    const { samples } = await decodeAudio(file, { decoder: 'ffmpeg', format: 'opus' })
    expect(samples.length).toBe(48_000)
    expect(signalToNoiseDb(makeTone(48_000, 48_000), samples)).toBeGreaterThan(5)
  })
})

test.each([11025, 22050, 32000, 44100])('audio of %i Hz goes up to a rate that Opus knows', async (sampleRate) => {
  const length = 2 * sampleRate
  const file = await encodeWhole(makeTone(length, sampleRate), { ...optionsFor(sampleRate), length })
  const { samples } = await decodeAudio(file, { decoder: 'ffmpeg', format: 'opus' })
  expect(samples.length).toBe(96_000)
  expect(opusSampleRate(sampleRate)).toBeGreaterThan(sampleRate === 44100 || sampleRate === 32000 ? 44100 : sampleRate)
})

test('a stream gives its first sound after 120 ms', async () => {
  const chunks = makeTone(0.16 * 24000, 24000)
  const stream = await encodeWhole(chunks, { ...optionsFor(24000), length: 'stream', chunk: 240 })
  const pages = stream.toString('latin1').split('OggS').length - 1
  expect(pages).toBe(4)
})

test('nothing is a file that plays nothing', async () => {
  const file = await encodeWhole(new Float32Array(0), { ...optionsFor(16000), length: 'file' })
  const { samples } = await decodeAudio(file, { decoder: 'ffmpeg', format: 'opus' })
  expect(samples.length).toBe(0)
})

test('a promised length is a promise', async () => {
  const encoding = encodeWhole(makeTone(99, 24000), { ...optionsFor(24000), length: 100 })
  await expect(encoding).rejects.toThrow('Cannot finish Opus: 99 samples came, expected 100')
})

/** Whether a file's first packet is of CELT alone: its "configuration" is 16 or more (RFC 6716, section 3.1). */
function isTransformCoded(file: Buffer): boolean {
  const third = file.indexOf('OggS', file.indexOf('OpusTags'))
  return file[third + 27 + file[third + 26]!]! >> 3 >= 16
}

test.each([
  [8000, 24],
  [16_000, 32],
  [24_000, 40],
  [48_000, 48],
])('at %i Hz CELT codes %i kb/s and more, and SILK takes part in what has less', async (sampleRate, ownBitrate) => {
  const tone = makeTone(sampleRate, sampleRate)
  const encode = (options: object) => encodeWhole(tone, { ...optionsFor(sampleRate), length: 'file', ...options })
  for (const options of [{}, { bitrate: ownBitrate }, { bitrate: 256 }, { bitrateMode: 'constant' }])
    expect(isTransformCoded(await encode(options))).toBe(true)
  for (const bitrate of [6, ownBitrate - 1]) expect(isTransformCoded(await encode({ bitrate }))).toBe(false)
})
