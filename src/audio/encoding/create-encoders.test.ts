import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../test/support/decode-audio.ts'
import { encodeWhole } from '../../../test/support/encode-whole.ts'
import { loadAac, loadEncoders, loadLame, loadOpus, loadResamplerLibrary } from '../../../test/support/load-audio.ts'
import { makeTone } from '../../../test/support/make-tone.ts'
import { measureLengthError } from '../../../test/support/measure-length-error.ts'
import { signalToNoiseDb } from '../../../test/support/signal-to-noise.ts'
import { createEncoders } from './create-encoders.ts'

const RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

/** Rates of engines, and whether the length is known before. */
const INPUTS = [
  [16_000, 'file'],
  [22_050, 'known'],
  [24_000, 'file'],
  [24_000, 'known'],
] as const

describe.each(['mp3', 'wav', 'flac', 'opus', 'pcm', 'mulaw', 'alaw'] as const)('%s', (format) => {
  const rates = format === 'mulaw' || format === 'alaw' ? [8000] : RATES
  // Two inputs for each rate, so that each input meets every other rate: a format does not know which resampler was before it.
  const pairs = rates.flatMap((to, index) =>
    INPUTS.filter((_, input) => rates.length === 1 || input % 2 === index % 2).map((input) => [to, ...input] as const),
  )
  test.each(pairs)('at %i Hz, decodes to exactly what came at %i Hz, of length %s', async (to, from, length) => {
    expect(await measureLengthError(12_347, { format, from, to, length })).toBe(0)
  })
})

test.each(['file', 16_001] as const)('audio of length %s is resampled on its way, to the sample', async (length) => {
  const options = { inputSampleRate: 16000, sampleRate: 44100, length } as const
  const tone = makeTone(16_001, 16000)
  const expected = makeTone(44_103, 44100)
  for (const format of ['wav', 'mp3'] as const) {
    const { samples } = await decodeAudio(await encodeWhole(tone, { ...options, format }), {
      decoder: 'ffmpeg',
      format,
    })
    expect(samples.length).toBe(44_103)
    expect(signalToNoiseDb(expected, samples)).toBeGreaterThan(25)
  }
})

test('an encoder that was abandoned leaves nothing behind for the next', async () => {
  const encoders = await loadEncoders()
  const options = { format: 'mp3', inputSampleRate: 16000, sampleRate: 24000, length: 'stream' } as const
  const tone = makeTone(20_000, 16000)
  const encode = async () => {
    const encoder = await encoders.open(options)
    return Buffer.concat([encoder.encode(tone), encoder.finish().tail])
  }
  const before = await encode()
  const abandoned = await encoders.open(options)
  abandoned.encode(makeTone(9000, 8000))
  abandoned.abandon()
  abandoned.abandon()
  expect(await encode()).toEqual(before)
})

test('encoders side by side do not mix', async () => {
  const encoders = await loadEncoders()
  const options = { format: 'mp3', inputSampleRate: 24000, sampleRate: 24000, length: 'stream' } as const
  const tone = makeTone(20_000, 24000)
  const [left, right] = await Promise.all([encoders.open(options), encoders.open(options)])
  const parts = [left.encode(tone)]
  right.encode(new Float32Array(5000))
  parts.push(left.finish().tail)
  expect(Buffer.concat(parts)).toEqual(await encodeWhole(tone, { ...options, chunk: 20_000 }))
})

test('a codec that could not be loaded is loaded again for the next stream', async () => {
  let failures = 1
  const loadAacAtSecondTry = async () => {
    if (failures-- > 0) throw new Error('too many open files')
    return loadAac()
  }
  const [mp3, createResampler] = await Promise.all([loadLame(), loadResamplerLibrary()])
  const encoders = createEncoders({ mp3, loadOpus, loadAac: loadAacAtSecondTry, createResampler })
  const options = { format: 'aac', inputSampleRate: 16_000, sampleRate: 16_000, length: 'stream' } as const
  await expect(encoders.open(options)).rejects.toThrow('too many open files')
  const encoder = await encoders.open(options)
  expect(encoder.encode(makeTone(16_000, 16_000)).length).toBeGreaterThan(0)
  encoder.abandon()
})
