import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTone } from '../../../test/support/make-tone.ts'
import type { AudioEncoder, EncoderOptions } from '../../audio/encoding/audio-encoder.ts'
import type { Encoders } from '../../audio/encoding/create-encoders.ts'
import { FileEncoder } from './file-encoder.ts'
import { loadEncoders } from './load-audio-libraries.ts'

const outputOf = (format: 'wav' | 'flac' | 'pcm' | 'mulaw', sampleRate = 8000): EncoderOptions => ({
  format,
  inputSampleRate: 8000,
  sampleRate,
  length: 'file',
})

let real: Encoders
beforeAll(async () => {
  real = await loadEncoders()
})

/** The encoders, and how many of those that were opened are neither finished nor abandoned. */
let encoders: Encoders
let open: Set<AudioEncoder>
beforeEach(() => {
  open = new Set()
  encoders = {
    ...real,
    async open(options: EncoderOptions) {
      const encoder = await real.open(options)
      const watched: AudioEncoder = {
        encode: (samples) => encoder.encode(samples),
        finish: () => {
          open.delete(watched)
          return encoder.finish()
        },
        abandon: () => {
          open.delete(watched)
          encoder.abandon()
        },
      }
      open.add(watched)
      return watched
    },
  }
})

describe('files', () => {
  test('are the same however the samples come, and each in its format', async () => {
    const tone = makeTone(5000, 8000)
    const encode = async (sizes: readonly number[]) => {
      const encoder = await FileEncoder.open(encoders, [outputOf('wav'), outputOf('flac'), outputOf('pcm')])
      let start = 0
      for (const size of sizes) {
        encoder.add(tone.slice(start, start + size))
        start += size
      }
      return encoder.finish().map((parts) => Buffer.concat(parts))
    }
    const whole = await encode([5000])
    expect(await encode([1, 999, 4000])).toEqual(whole)
    const [wav, flac, pcm] = whole
    expect(wav!.toString('latin1', 0, 4)).toBe('RIFF')
    expect(flac!.toString('latin1', 0, 4)).toBe('fLaC')
    expect(pcm!.length).toBe(10_000)
    expect(wav!.subarray(44).equals(pcm!)).toBe(true)
  })

  test('declare their true length in their heads', async () => {
    const encoder = await FileEncoder.open(encoders, [outputOf('wav')])
    for (const length of [100, 200, 300]) encoder.add(makeTone(length, 8000))
    const wav = Buffer.concat(encoder.finish()[0]!)
    expect(wav.length).toBe(44 + 1200)
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect(wav.readUInt32LE(40)).toBe(1200)
  })

  test('of no samples are files too', async () => {
    const encoder = await FileEncoder.open(encoders, [outputOf('wav')])
    const wav = Buffer.concat(encoder.finish()[0]!)
    expect([wav.length, wav.readUInt32LE(40)]).toEqual([44, 0])
  })

  test('have no empty parts', async () => {
    const encoder = await FileEncoder.open(encoders, [outputOf('flac'), outputOf('wav')])
    encoder.add(makeTone(10, 8000))
    for (const parts of encoder.finish()) expect(parts.every(({ length }) => length > 0)).toBe(true)
  })
})

describe('no encoder stays open', () => {
  test('when the files are finished', async () => {
    const encoder = await FileEncoder.open(encoders, [outputOf('wav'), outputOf('mulaw')])
    expect(open.size).toBe(2)
    encoder.finish()
    expect(open.size).toBe(0)
  })

  test('when they are given up', async () => {
    const encoder = await FileEncoder.open(encoders, [outputOf('wav'), outputOf('flac')])
    encoder.add(makeTone(500, 8000))
    encoder.abandon()
    expect(open.size).toBe(0)
  })

  test('when one of them cannot be opened', async () => {
    const impossible = { ...outputOf('wav'), format: 'mp3', inputSampleRate: 7, sampleRate: 7 } as EncoderOptions
    await expect(FileEncoder.open(encoders, [outputOf('wav'), outputOf('flac'), impossible])).rejects.toThrow(
      'Cannot encode MP3 at 7 Hz',
    )
    expect(open.size).toBe(0)
  })
})
